package dev.baton.lab.node;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;

/** So many clients that share so many jobs between them. */
final class ClientRound implements AutoCloseable {
    static final int CLIENTS = 8;

    private final ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);

    /** Jobs per second. */
    double run(int jobs, Callable<?> one) throws InterruptedException, ExecutionException {
        AtomicInteger left = new AtomicInteger(jobs);
        return perSecond(() -> left.getAndDecrement() > 0, one);
    }

    /** Jobs per second, over so many nanoseconds. */
    double runFor(long nanos, Callable<?> one) throws InterruptedException, ExecutionException {
        long until = System.nanoTime() + nanos;
        return perSecond(() -> System.nanoTime() - until < 0, one);
    }

    private double perSecond(BooleanSupplier more, Callable<?> one) throws InterruptedException, ExecutionException {
        LongAdder done = new LongAdder();
        List<Future<?>> all = new ArrayList<>();
        long from = System.nanoTime();
        for (int i = 0; i < CLIENTS; i++) {
            all.add(clients.submit(() -> {
                while (more.getAsBoolean()) {
                    one.call();
                    done.increment();
                }
                return true;
            }));
        }
        for (Future<?> client : all) {
            client.get();
        }
        return done.sum() * 1e9 / (System.nanoTime() - from);
    }

    @Override
    public void close() {
        clients.shutdownNow();
    }
}
