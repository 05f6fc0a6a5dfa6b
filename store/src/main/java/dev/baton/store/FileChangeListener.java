package dev.baton.store;

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
 * Calls back when a database's files change: every commit writes to the {@code -wal} file. It does so before it is
 * synced and can be seen, so there are echoes for those whom the first call found too early.
 */
final class FileChangeListener implements AutoCloseable {
    /** How long after the last change, and after each echo, the next echo comes. */
    private static final long[] ECHO_MILLIS = {25, 200, 1000};

    private final WatchService watch;
    private final String name;
    private final Runnable news;

    private FileChangeListener(WatchService watch, String name, Runnable news) {
        this.watch = watch;
        this.name = name;
        this.news = news;
    }

    static AutoCloseable watch(Path file, Runnable news) {
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
            FileChangeListener listening = new FileChangeListener(watch, name.toString(), news);
            Thread thread = new Thread(listening::run, "baton-store-watch");
            thread.setDaemon(true);
            thread.start();
            return listening;
        } catch (IOException impossible) {
            SessionPool.LOG.warn(
                    "{} cannot be watched, so changes are only seen by polling: {}", file, impossible.toString());
            return () -> {};
        }
    }

    private void run() {
        int echoes = ECHO_MILLIS.length;
        long echoAt = System.nanoTime();
        try {
            while (true) {
                Optional<WatchKey> key = echoes == ECHO_MILLIS.length
                        ? Optional.of(watch.take())
                        : Optional.ofNullable(watch.poll(echoAt - System.nanoTime(), TimeUnit.NANOSECONDS));
                boolean changed = key.map(this::concerns).orElse(false);
                boolean echo = echoes < ECHO_MILLIS.length && System.nanoTime() - echoAt >= 0;
                if (changed || echo) {
                    echoes = changed ? 0 : echoes + 1;
                    echoAt = System.nanoTime()
                            + TimeUnit.MILLISECONDS.toNanos(ECHO_MILLIS[Math.min(echoes, ECHO_MILLIS.length - 1)]);
                    news.run();
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
