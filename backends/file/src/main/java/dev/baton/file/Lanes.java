package dev.baton.file;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The threads that touch the disk. Renewals have one of their own, so that nothing else can delay them. */
final class Lanes implements AutoCloseable {
    private final ThreadPoolExecutor renewing = lane("baton-file-renew", 1);
    private final ThreadPoolExecutor working = lane("baton-file-io", 2);

    Executor renewing() {
        return renewing;
    }

    Executor working() {
        return working;
    }

    private static ThreadPoolExecutor lane(String name, int threads) {
        ThreadPoolExecutor lane =
                new ThreadPoolExecutor(threads, threads, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, name);
                    thread.setDaemon(true);
                    return thread;
                });
        lane.allowCoreThreadTimeOut(true);
        return lane;
    }

    /** Takes no more; what is under way or was asked for is finished, for a short while. */
    @Override
    public void close() {
        renewing.shutdown();
        working.shutdown();
        try {
            if (!working.awaitTermination(2, TimeUnit.SECONDS) || !renewing.awaitTermination(2, TimeUnit.SECONDS)) {
                working.shutdownNow();
                renewing.shutdownNow();
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }
}
