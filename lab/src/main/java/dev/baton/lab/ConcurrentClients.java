package dev.baton.lab;

import dev.baton.support.thread.NamedThreads;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;

/** Threads that run the same task concurrently, and the number of tasks per second. */
public final class ConcurrentClients implements AutoCloseable {
    private final int count;
    private final ExecutorService threads;

    public ConcurrentClients(int count) {
        this.count = count;
        this.threads = NamedThreads.pool("lab-client", count);
    }

    /** Runs the task the given number of times. */
    public double run(int times, Callable<?> task) throws Exception {
        AtomicInteger left = new AtomicInteger(times);
        return perSecond(() -> left.getAndDecrement() > 0, task);
    }

    /** Runs the task again and again for the given time. */
    public double runFor(long nanos, Callable<?> task) throws Exception {
        long end = System.nanoTime() + nanos;
        return perSecond(() -> System.nanoTime() - end < 0, task);
    }

    private double perSecond(BooleanSupplier more, Callable<?> task) throws Exception {
        LongAdder done = new LongAdder();
        Callable<Boolean> client = () -> {
            while (more.getAsBoolean()) {
                task.call();
                done.increment();
            }
            return true;
        };
        long from = System.nanoTime();
        for (Future<Boolean> ended : threads.invokeAll(Collections.nCopies(count, client))) {
            ended.get();
        }
        return done.sum() * 1e9 / (System.nanoTime() - from);
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
