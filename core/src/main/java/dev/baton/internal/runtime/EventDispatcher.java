package dev.baton.internal.runtime;

import dev.baton.BatonClock;
import dev.baton.LatencyStats;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Delivers events to listeners: one after the other, in order, off the event loop.
 *
 * @param <L> the listener
 */
final class EventDispatcher<L> {
    private static final long LISTENER_SECONDS = 10;

    private final Object owner;
    private final Executor executor;
    private final BatonClock clock;
    private final BiConsumer<L, Throwable> onFailure;
    private final LatencyRecorder lag = new LatencyRecorder();
    private final Queue<Delivery<L>> queue = new ArrayDeque<>();
    private boolean busy;

    EventDispatcher(Object owner, Executor executor, BatonClock clock, BiConsumer<L, Throwable> onFailure) {
        this.owner = owner;
        this.executor = executor;
        this.clock = clock;
        this.onFailure = onFailure;
    }

    /** Queues a call of each listener, in order. A stage that a listener returns is awaited, ten seconds at most. */
    void deliver(List<L> listeners, Function<L, @Nullable CompletionStage<?>> call) {
        if (listeners.isEmpty()) {
            return;
        }
        synchronized (this) {
            queue.add(new Delivery<>(listeners, call, clock.nanos()));
            if (busy) {
                return;
            }
            busy = true;
        }
        executor.execute(this::next);
    }

    /** Returns how long deliveries waited before their first call. */
    LatencyStats lag() {
        return lag.stats();
    }

    private void next() {
        Delivery<L> delivery;
        synchronized (this) {
            delivery = queue.poll();
            if (delivery == null) {
                busy = false;
                return;
            }
        }
        lag.add(clock.nanos() - delivery.since);
        deliver(delivery, 0);
    }

    private void deliver(Delivery<L> delivery, int from) {
        for (int i = from; i < delivery.listeners.size(); i++) {
            L listener = delivery.listeners.get(i);
            CompletableFuture<?> stage = call(delivery, listener);
            if (!stage.isDone()) {
                int rest = i + 1;
                stage.orTimeout(LISTENER_SECONDS, TimeUnit.SECONDS).whenComplete((done, failure) -> {
                    report(listener, failure);
                    executor.execute(() -> deliver(delivery, rest));
                });
                return;
            }
            stage.whenComplete((done, failure) -> report(listener, failure));
        }
        executor.execute(this::next);
    }

    private CompletableFuture<?> call(Delivery<L> delivery, L listener) {
        try {
            CompletionStage<?> stage = ReentrancyCheck.call(owner, () -> orDone(delivery.call.apply(listener)));
            // Copy the stage: the timeout must not complete the listener's own.
            return stage.thenApply(done -> done).toCompletableFuture();
        } catch (Throwable failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }

    private static CompletionStage<?> orDone(@Nullable CompletionStage<?> stage) {
        return stage == null ? CompletableFuture.completedFuture(true) : stage;
    }

    private void report(L listener, @Nullable Throwable failure) {
        if (failure != null) {
            onFailure.accept(listener, failure);
        }
    }

    private record Delivery<L>(List<L> listeners, Function<L, @Nullable CompletionStage<?>> call, long since) {}
}
