package dev.baton.file;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The threads that touch the disk. Renewals have one of their own, so that nothing else can delay them. */
final class DiskExecutors implements AutoCloseable {
    private static final int BACKLOG = 32;

    /** Shorter than the time between two looks at the roster, which would else keep every thread busy by turns. */
    private static final int IDLE_SECONDS = 2;

    private final ThreadPoolExecutor renewing = lane("baton-file-renew", 1, 1);

    /** The regular looks of observers: with a thousand of them a round takes a while, which no news has to wait for. */
    private final ThreadPoolExecutor watching = lane("baton-file-watch", 1, 1);

    /** Two threads are enough, until thousands of candidates start at once and each waits for the disk. */
    private final ThreadPoolExecutor working = lane("baton-file-io", 2, 8);

    /** A queue that seems full when many wait, so that the pool adds a thread before it queues more. */
    private static final class Backlog extends LinkedBlockingQueue<Runnable> {
        @Override
        public boolean offer(Runnable task) {
            return size() < BACKLOG && super.offer(task);
        }

        /** Takes it all the same: all threads there may be are at work. */
        void keep(Runnable task) {
            super.offer(task);
        }
    }

    Executor renewing() {
        return renewing;
    }

    Executor working() {
        return working;
    }

    Executor watching() {
        return watching;
    }

    private static ThreadPoolExecutor lane(String name, int usual, int most) {
        Backlog backlog = new Backlog();
        ThreadPoolExecutor lane = new ThreadPoolExecutor(usual, most, IDLE_SECONDS, TimeUnit.SECONDS, backlog, task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        });
        lane.setRejectedExecutionHandler((task, pool) -> {
            if (pool.isShutdown()) {
                throw new RejectedExecutionException("closed");
            }
            backlog.keep(task);
        });
        lane.allowCoreThreadTimeOut(true);
        return lane;
    }

    /** Takes no more; what is under way or was asked for is finished, for a short while. */
    @Override
    public void close() {
        renewing.shutdown();
        working.shutdown();
        watching.shutdownNow();
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
