package dev.baton.store;

import dev.baton.support.thread.NamedThreads;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Calls a listener when the files of a database change: every commit writes to the {@code -wal} file. The write happens
 * before the commit is visible, so the call is repeated a few times.
 */
record FileChangeListener(WatchService watch, String name, Runnable listener) implements AutoCloseable {
    /** The delays of the repeated calls, each counted from the one before. */
    private static final long[] REPEAT_MILLIS = {25, 200, 1000};

    private static final List<String> SIDE_ENDINGS = List.of("-wal", "-shm", "-journal");
    private static final List<String> OWN_ENDINGS = List.of("", "-wal", "-journal");

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
            NamedThreads.start("baton-store-watch", listening::run);
            return listening;
        } catch (IOException impossible) {
            SessionPool.LOG.warn(
                    "cannot watch {}; changes are noticed only by polling: {}", file, impossible.toString());
            return () -> {};
        }
    }

    private void run() {
        int repeats = REPEAT_MILLIS.length;
        long repeatAt = System.nanoTime();
        try {
            while (true) {
                Optional<WatchKey> key = repeats == REPEAT_MILLIS.length
                        ? Optional.of(watch.take())
                        : Optional.ofNullable(watch.poll(repeatAt - System.nanoTime(), TimeUnit.NANOSECONDS));
                boolean changed = key.map(this::concerns).orElse(false);
                boolean repeat = repeats < REPEAT_MILLIS.length && System.nanoTime() - repeatAt >= 0;
                if (changed || repeat) {
                    repeats = changed ? 0 : repeats + 1;
                    repeatAt = System.nanoTime()
                            + TimeUnit.MILLISECONDS.toNanos(REPEAT_MILLIS[Math.min(repeats, REPEAT_MILLIS.length - 1)]);
                    call();
                }
            }
        } catch (ClosedWatchServiceException | InterruptedException closed) {
            SessionPool.LOG.debug("the watch on {} ended", name);
        }
    }

    private void call() {
        callSafely(listener, name);
    }

    /** Calls a listener; one that throws is reported and called again at the next change. */
    static void callSafely(Runnable listener, String name) {
        try {
            listener.run();
        } catch (RuntimeException failed) {
            SessionPool.LOG.error("a listener for changes of {} failed", name, failed);
        }
    }

    private boolean concerns(WatchKey key) {
        boolean ours = false;
        for (WatchEvent<?> event : key.pollEvents()) {
            ours |= event.context() == null || concerns(name, event.context().toString());
        }
        key.reset();
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
