package dev.baton.store;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;

/** Calls back when a database's files change: the {@code -wal} file grows with every commit. */
final class FileNews implements AutoCloseable {
    private final WatchService watch;
    private final String name;
    private final Runnable news;

    private FileNews(WatchService watch, String name, Runnable news) {
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
            FileNews listening = new FileNews(watch, name.toString(), news);
            Thread thread = new Thread(listening::run, "baton-store-watch");
            thread.setDaemon(true);
            thread.start();
            return listening;
        } catch (IOException impossible) {
            Sessions.LOG.warn(
                    "{} cannot be watched, so changes are only seen by polling: {}", file, impossible.toString());
            return () -> {};
        }
    }

    private void run() {
        try {
            while (true) {
                WatchKey key = watch.take();
                boolean ours = false;
                for (WatchEvent<?> event : key.pollEvents()) {
                    ours |= event.context() == null
                            || event.context().toString().startsWith(name);
                }
                key.reset();
                if (ours) {
                    news.run();
                }
            }
        } catch (ClosedWatchServiceException | InterruptedException closed) {
            Sessions.LOG.debug("the watch on {} ended", name);
        }
    }

    @Override
    public void close() throws IOException {
        watch.close();
    }
}
