package dev.baton.store;

import dev.baton.support.thread.NamedThreads;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Calls a listener when the files of a database change: every commit writes to the {@code -wal} file. The write happens
 * before the commit is visible, so the call is repeated a few times.
 */
record FileChangeListener(WatchService watch, String name, Runnable listener) implements AutoCloseable {
    /** The delays of the repeated calls, each counted from the one before. */
    private static final long[] REPEAT_MILLIS = {25, 200, 1000};

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
                    listener.run();
                }
            }
        } catch (ClosedWatchServiceException | InterruptedException closed) {
            SessionPool.LOG.debug("the watch on {} ended", name);
        }
    }

    private boolean concerns(WatchKey key) {
        boolean ours = false;
        for (WatchEvent<?> event : key.pollEvents()) {
            ours |= event.context() == null || event.context().toString().startsWith(name);
        }
        key.reset();
        return ours;
    }

    @Override
    public void close() throws IOException {
        watch.close();
    }
}
