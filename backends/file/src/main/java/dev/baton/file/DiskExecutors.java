package dev.baton.file;

import dev.baton.support.thread.NamedThreads;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The threads that access the disk.
 *
 * @param renewals separate from the others, so that no other work delays a renewal
 * @param watches periodic checks of observers: a round over a thousand elections must not delay notifications
 * @param requests more than one thread, because each waits for the disk
 */
record DiskExecutors(ExecutorService renewals, ExecutorService watches, ExecutorService requests)
        implements AutoCloseable {

    static DiskExecutors create() {
        return new DiskExecutors(
                NamedThreads.pool("baton-file-renew", 1),
                NamedThreads.pool("baton-file-watch", 1),
                NamedThreads.pool("baton-file-io", 8));
    }

    /** Accepts no more tasks. Waits a short time for running and queued ones. */
    @Override
    public void close() {
        renewals.shutdown();
        requests.shutdown();
        watches.shutdownNow();
        try {
            if (!requests.awaitTermination(2, TimeUnit.SECONDS) || !renewals.awaitTermination(2, TimeUnit.SECONDS)) {
                requests.shutdownNow();
                renewals.shutdownNow();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
