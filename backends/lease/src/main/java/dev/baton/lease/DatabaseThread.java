package dev.baton.lease;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** One thread that asks the database, one request after the other; it ends when it has had nothing to do for a while. */
final class DatabaseThread implements AutoCloseable {
    private final ExecutorService executor;

    DatabaseThread(String name) {
        ThreadPoolExecutor one =
                new ThreadPoolExecutor(1, 1, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "baton-lease-" + name);
                    thread.setDaemon(true);
                    return thread;
                });
        one.allowCoreThreadTimeOut(true);
        executor = one;
    }

    <T> CompletableFuture<T> ask(Callable<T> request) {
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
            answer.completeExceptionally(closed);
        }
        return answer;
    }

    CompletableFuture<Void> run(Runnable request) {
        return ask(() -> {
                    request.run();
                    return true;
                })
                .thenAccept(done -> {});
    }

    /** Takes no more requests and waits, for a little while, until those that were made are answered. */
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
