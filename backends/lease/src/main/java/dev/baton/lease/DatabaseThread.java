package dev.baton.lease;

import dev.baton.ConnectionException;
import dev.baton.support.thread.NamedThreads;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/** One thread that sends requests to the database one after the other. It ends when it is idle. */
final class DatabaseThread implements AutoCloseable {
    private final ExecutorService executor;

    DatabaseThread(String name) {
        this(NamedThreads.pool("baton-lease-" + name, 1));
    }

    /** @param executor runs one task after the other */
    DatabaseThread(ExecutorService executor) {
        this.executor = executor;
    }

    <T> CompletableFuture<T> submit(Callable<T> request) {
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
            answer.completeExceptionally(new ConnectionException("the connection is closed"));
        } catch (VirtualMachineError notStarted) {
            // No thread, or no memory for it: the request failed like one that reached no store.
            answer.completeExceptionally(notStarted);
        }
        return answer;
    }

    CompletableFuture<Void> run(Runnable request) {
        return submit(Executors.callable(request, true)).thenAccept(done -> {});
    }

    /** Accepts no more requests, and waits up to two seconds for those that were submitted. */
    @Override
    public void close() {
        executor.shutdown();
        try {
            executor.awaitTermination(2, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
