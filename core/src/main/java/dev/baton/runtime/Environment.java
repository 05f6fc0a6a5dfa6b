package dev.baton.runtime;

import dev.baton.spi.Clock;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Where a runtime lives: its clocks, its loop, and the threads that user code runs on.
 *
 * @param callbacks runs listeners; may queue
 * @param work runs work bodies and health checks; must not queue
 * @param onClose ends what belongs to it
 */
public record Environment(Clock clock, Loop loop, Executor callbacks, Executor work, Runnable onClose) {

    private static final int CALLBACK_THREADS = 16;

    /** One whose parts belong to somebody else. */
    public Environment(Clock clock, Loop loop, Executor callbacks, Executor work) {
        this(clock, loop, callbacks, work, () -> {});
    }

    /** Real threads, all daemons, gone when idle; the clocks may be a test's own. */
    public static Environment real(Clock clock) {
        ThreadPoolExecutor callbacks = new ThreadPoolExecutor(
                CALLBACK_THREADS,
                CALLBACK_THREADS,
                2,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                daemons("baton-callback-"));
        callbacks.allowCoreThreadTimeOut(true);
        ThreadPoolExecutor work = new ThreadPoolExecutor(
                0, Integer.MAX_VALUE, 2, TimeUnit.SECONDS, new SynchronousQueue<>(), daemons("baton-work-"));
        Loop loop = new ThreadLoop();
        // The pools are left alone: what was told before the end is still delivered, then idle threads go.
        return new Environment(clock, loop, callbacks, work, loop::close);
    }

    private static ThreadFactory daemons(String prefix) {
        AtomicLong count = new AtomicLong();
        return task -> {
            Thread thread = new Thread(task, prefix + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }
}
