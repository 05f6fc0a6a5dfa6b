package dev.baton.support.thread;

import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Creates named daemon threads and the executors that run on them. */
public final class NamedThreads {
    private static final long IDLE_SECONDS = 2;

    private NamedThreads() {}

    /** Returns a daemon thread with exactly this name, not started. */
    public static Thread daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Starts a daemon thread with exactly this name. */
    public static Thread start(String name, Runnable task) {
        Thread thread = daemon(name, task);
        thread.start();
        return thread;
    }

    /** Returns a factory of daemon threads named {@code prefix-1}, {@code prefix-2} and so on. */
    public static ThreadFactory factory(String prefix) {
        AtomicLong count = new AtomicLong();
        return task -> daemon(prefix + "-" + count.incrementAndGet(), task);
    }

    /** Returns an executor that queues tasks for at most {@code threads} threads, which end when idle. */
    public static ExecutorService pool(String prefix, int threads) {
        return pool(prefix, threads, new HandOffQueue());
    }

    static ThreadPoolExecutor pool(String prefix, int threads, HandOffQueue queue) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                1,
                threads,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                queue,
                factory(prefix),
                (task, full) -> keep(task, full, queue));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /** Queues a task while all threads of the pool are busy. */
    private static void keep(Runnable task, ThreadPoolExecutor pool, HandOffQueue queue) {
        boolean refused = pool.isShutdown();
        if (!refused) {
            queue.keep(task);
            // All threads may have ended, and the pool may have been closed, in the meantime.
            pool.prestartCoreThread();
            refused = pool.isShutdown() && pool.remove(task);
        }
        if (refused) {
            throw new RejectedExecutionException("the threads have been shut down");
        }
    }

    /** Returns an executor that runs every task at once, on an idle or a new thread; idle threads end. */
    public static ExecutorService unbounded(String prefix) {
        return new ThreadPoolExecutor(
                0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), factory(prefix));
    }

    /** Returns an executor that runs tasks one after the other on one thread with exactly this name. */
    public static ExecutorService single(String name) {
        return Executors.newSingleThreadExecutor(task -> daemon(name, task));
    }

    /** Returns a scheduler on one thread with exactly this name. */
    public static ScheduledExecutorService scheduler(String name) {
        return Executors.newSingleThreadScheduledExecutor(task -> daemon(name, task));
    }

    /** Returns whether this JVM has virtual threads. */
    public static boolean hasVirtual() {
        return Runtime.version().feature() >= 21;
    }

    /**
     * Returns an executor with a new virtual thread for every task.
     *
     * @throws UnsupportedOperationException if this JVM has no virtual threads
     */
    public static ExecutorService virtual() {
        if (!hasVirtual()) {
            throw new UnsupportedOperationException("virtual threads need Java 21 or newer, but this is Java "
                    + Runtime.version().feature());
        }
        try {
            // The code is compiled for Java 17, which does not have the method.
            return (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
