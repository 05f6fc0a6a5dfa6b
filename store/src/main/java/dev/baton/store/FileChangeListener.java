package dev.baton.store;

import dev.baton.support.thread.LastingLoop;
import dev.baton.support.thread.NamedThreads;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Calls a listener when the files of a database change: every commit writes to the {@code -wal} file. The write happens
 * before the commit is visible, so the call is repeated a few times.
 */
final class FileChangeListener implements AutoCloseable {
    /** The delays of the repeated calls, each counted from the one before. */
    private static final long[] REPEAT_MILLIS = {25, 200, 1000};

    private static final List<String> SIDE_ENDINGS = List.of("-wal", "-shm", "-journal");
    private static final List<String> OWN_ENDINGS = List.of("", "-wal", "-journal");

    private final WatchService watch;
    private final String name;
    private final Runnable listener;
    private int repeats = REPEAT_MILLIS.length;
    private long repeatAt;

    private FileChangeListener(WatchService watch, String name, Runnable listener) {
        this.watch = watch;
        this.name = name;
        this.listener = listener;
    }

    static AutoCloseable watch(Path file, Runnable listener) {
        Path folder = file.getParent();
        Path name = file.getFileName();
        if (folder == null || name == null) {
            return () -> {};
        }
        try {
            WatchService watch = folder.getFileSystem().newWatchService();
            try {
                folder.register(
                        watch,
                        StandardWatchEventKinds.ENTRY_CREATE,
                        StandardWatchEventKinds.ENTRY_MODIFY,
                        StandardWatchEventKinds.ENTRY_DELETE);
            } catch (IOException failed) {
                watch.close();
                throw failed;
            }
            FileChangeListener listening = new FileChangeListener(watch, name.toString(), listener);
            NamedThreads.start("baton-store-watch", () -> LastingLoop.run("the watch on " + name, listening::round));
            return listening;
        } catch (IOException impossible) {
            SessionPool.LOG.warn(
                    "cannot watch {}; changes are noticed only by polling: {}", file, impossible.toString());
            return () -> {};
        }
    }

    /** Waits for a change, or for the next repetition. Returns false when the watch is closed. */
    private boolean round() throws InterruptedException {
        boolean complete = false;
        try {
            WatchKey key = repeats == REPEAT_MILLIS.length
                    ? watch.take()
                    : watch.poll(repeatAt - System.nanoTime(), TimeUnit.NANOSECONDS);
            boolean changed = key != null && concerns(key);
            boolean repeat = repeats < REPEAT_MILLIS.length && System.nanoTime() - repeatAt >= 0;
            if (changed || repeat) {
                repeats = changed ? 0 : repeats + 1;
                repeatAt = System.nanoTime()
                        + TimeUnit.MILLISECONDS.toNanos(REPEAT_MILLIS[Math.min(repeats, REPEAT_MILLIS.length - 1)]);
                callSafely(listener, name);
            }
            complete = true;
        } catch (ClosedWatchServiceException closed) {
            complete = true;
            return false;
        } finally {
            if (!complete) {
                // An error may have hidden a change: the listener is called anyway.
                repeats = 0;
                repeatAt = System.nanoTime();
            }
        }
        return true;
    }

    /** Calls a listener; one that throws anything is reported and called again at the next change. */
    static void callSafely(Runnable listener, String name) {
        try {
            listener.run();
        } catch (Throwable failed) {
            SessionPool.LOG.error("a listener for changes of {} failed", name, failed);
        }
    }

    private boolean concerns(WatchKey key) {
        boolean ours = false;
        try {
            for (WatchEvent<?> event : key.pollEvents()) {
                ours |= event.context() == null
                        || concerns(name, event.context().toString());
            }
        } finally {
            key.reset();
        }
        return ours;
    }

    /**
     * Returns whether a change of a file may be a change of the database. A companion, {@code NAME.x}, counts only by
     * its main file, which is touched after a notification: each of its many other commits would wake every listener.
     */
    static boolean concerns(String database, String changed) {
        if (!changed.startsWith(database)) {
            return false;
        }
        String ending = changed.substring(database.length());
        return OWN_ENDINGS.contains(ending)
                || (ending.startsWith(".") && SIDE_ENDINGS.stream().noneMatch(ending::endsWith));
    }

    @Override
    public void close() throws IOException {
        watch.close();
    }
}
