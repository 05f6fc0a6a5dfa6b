package dev.baton.support.thread;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The threads of a backend that wait for its store. All requests of one election run on the same thread, one after the other. Renewals have
 * their own, so that no other request delays them. Idle threads end.
 */
public final class StoreThreads implements AutoCloseable {
    private static final int REQUEST_THREADS = 4;

    private final List<ExecutorService> requests = new ArrayList<>();
    private final ExecutorService renewals;
    private final ExecutorService reads;
    private final ExecutorService observers;
    private final ScheduledExecutorService timer;
    private final Supplier<RuntimeException> onClosed;

    /**
     * Creates the threads.
     *
     * @param name what their names begin with
     * @param onClosed the failure of requests after {@link #close}
     */
    public StoreThreads(String name, Supplier<RuntimeException> onClosed) {
        this.onClosed = onClosed;
        this.renewals = NamedThreads.pool(name + "-renewals", 1);
        this.reads = NamedThreads.pool(name + "-reads", 1);
        this.observers = NamedThreads.pool(name + "-observers", 1);
        this.timer = NamedThreads.scheduler(name + "-timer");
        for (int i = 0; i < REQUEST_THREADS; i++) {
            requests.add(NamedThreads.pool(name + "-requests-" + i, 1));
        }
    }

    /** Runs a request that may change the election. */
    public <T> CompletableFuture<T> submit(String election, Callable<T> request) {
        return on(requests.get(Math.floorMod(election.hashCode(), requests.size())), request);
    }

    public CompletableFuture<Void> run(String election, Runnable request) {
        return submit(election, Executors.callable(request, true)).thenAccept(done -> {});
    }

    public <T> CompletableFuture<T> renewal(Callable<T> request) {
        return on(renewals, request);
    }

    /** Runs a request that changes nothing that decides about leadership. */
    public <T> CompletableFuture<T> read(Callable<T> request) {
        return on(reads, request);
    }

    /** Runs what observers need. */
    public void observe(Runnable poll) {
        on(observers, Executors.callable(poll, true));
    }

    /** Runs a short task later. */
    public Future<?> after(Duration delay, Runnable task) {
        return timer.schedule(task, delay.toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * Runs a short task again and again, until it is cancelled.
     *
     * @param name the task's name in the log
     */
    public Future<?> every(String name, Duration period, Runnable task) {
        return timer.scheduleWithFixedDelay(
                LastingLoop.periodic(name, task), period.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
    }

    private <T> CompletableFuture<T> on(ExecutorService executor, Callable<T> request) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        try {
            executor.execute(() -> {
                try {
                    answer.complete(request.call());
                } catch (Throwable failed) {
                    answer.completeExceptionally(failed);
                }
            });
        } catch (RejectedExecutionException closed) {
            answer.completeExceptionally(onClosed.get());
        } catch (Throwable notStarted) {
            // No thread, or no memory for it: the request failed like one that reached no store.
            answer.completeExceptionally(notStarted);
        }
        return answer;
    }

    /** Accepts no more requests, and waits up to two seconds for those that were submitted. */
    @Override
    public void close() {
        timer.shutdownNow();
        List<ExecutorService> all = new ArrayList<>(requests);
        all.addAll(List.of(renewals, reads, observers));
        all.forEach(ExecutorService::shutdown);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
        try {
            for (ExecutorService executor : all) {
                executor.awaitTermination(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
