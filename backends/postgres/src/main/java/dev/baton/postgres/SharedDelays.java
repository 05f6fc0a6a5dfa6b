package dev.baton.postgres;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/** Delays that end together: a delay that starts while another of the same length runs ends with it. Thread-safe. */
final class SharedDelays {
    private final IntConsumer beforeEnd;
    private final Map<Duration, SharedDelay> running = new HashMap<>();

    private static final class SharedDelay {
        private final CompletableFuture<Void> end = new CompletableFuture<>();
        private int users;
    }

    /**
     * Creates an empty set of delays.
     *
     * @param beforeEnd receives the number of callers whose delay is about to end
     */
    SharedDelays(IntConsumer beforeEnd) {
        this.beforeEnd = beforeEnd;
    }

    CompletableFuture<Void> after(Duration length) {
        synchronized (running) {
            SharedDelay delay = running.computeIfAbsent(length, this::start);
            delay.users++;
            return delay.end;
        }
    }

    private SharedDelay start(Duration length) {
        SharedDelay delay = new SharedDelay();
        CompletableFuture.delayedExecutor(length.toNanos(), TimeUnit.NANOSECONDS)
                .execute(() -> end(length, delay));
        return delay;
    }

    private void end(Duration length, SharedDelay delay) {
        int users;
        synchronized (running) {
            running.remove(length);
            users = delay.users;
        }
        beforeEnd.accept(users);
        delay.end.complete(null);
    }
}
