package dev.baton.support.thread;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.BiConsumer;

/**
 * An executor with a few threads, for tasks that can block. If tasks wait and no thread has completed one for a moment, it
 * starts more threads. So tasks that block delay no others for long, and many short tasks start no further thread.
 */
public final class GrowingPool implements Executor {
    private static final Duration PATIENCE = Duration.ofMillis(100);

    private final int threads;
    private final HandOffQueue waiting = new HandOffQueue();
    private final ThreadPoolExecutor pool;
    private final CoalescedTask check;
    private long completed;

    /**
     * @param threads the number of threads while tasks do not block
     * @param later runs a task after a delay; never two at the same time
     */
    public GrowingPool(String prefix, int threads, BiConsumer<Duration, Runnable> later) {
        this.threads = threads;
        this.pool = NamedThreads.pool(prefix, threads, waiting);
        this.check = new CoalescedTask(task -> later.accept(PATIENCE, task), this::growIfBlocked);
    }

    @Override
    public void execute(Runnable task) {
        pool.execute(task);
        if (!waiting.isEmpty()) {
            check.request();
        }
    }

    private void growIfBlocked() {
        if (waiting.isEmpty()) {
            pool.setMaximumPoolSize(threads);
            return;
        }
        check.request();
        long now = pool.getCompletedTaskCount();
        if (now == completed) {
            int busy = Math.max(threads, pool.getPoolSize());
            pool.setMaximumPoolSize(busy + (busy + 1) / 2);
            for (int more = pool.getMaximumPoolSize() - busy; more > 0 && !waiting.isEmpty(); more--) {
                // Starts a thread, which takes what waits.
                pool.execute(() -> {});
            }
        }
        completed = pool.getCompletedTaskCount();
    }
}
