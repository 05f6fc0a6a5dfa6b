package dev.baton.internal.runtime;

import dev.baton.BatonClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Delivers events to one listener: one after the other, in order, off the event loop. */
final class EventDispatcher {
    /** How long a listener may take before it is reported, and how long its stage is awaited. */
    static final Duration LISTENER_LIMIT = Duration.ofSeconds(10);

    /** To wake another thread for each event would delay the next one. */
    private static final int CALLS_AT_ONCE = 16;

    private static final Duration THREAD_RETRY = Duration.ofSeconds(1);

    private final Object owner;
    private final RuntimeEnvironment environment;
    private final BatonClock clock;
    private final LatencyRecorder lag;
    private final Consumer<Throwable> onFailure;
    private final Runnable onBlocked;
    private final Queue<Delivery> queue = new ArrayDeque<>();
    private boolean busy;
    private boolean watched;
    private boolean reported;
    private long calledAt;

    /**
     * @param lag records how long events waited before the call
     * @param onFailure receives an exception of the listener or its stage
     * @param onBlocked is called once for a call that takes longer than {@link #LISTENER_LIMIT}
     */
    EventDispatcher(
            Object owner,
            RuntimeEnvironment environment,
            LatencyRecorder lag,
            Consumer<Throwable> onFailure,
            Runnable onBlocked) {
        this.owner = owner;
        this.environment = environment;
        this.clock = environment.clock();
        this.lag = lag;
        this.onFailure = onFailure;
        this.onBlocked = onBlocked;
    }

    /** Queues a call of the listener. A stage that it returns is awaited, ten seconds at most. */
    void deliver(Supplier<@Nullable CompletionStage<?>> call) {
        synchronized (this) {
            queue.add(new Delivery(call, clock.nanos()));
            if (busy) {
                return;
            }
            busy = true;
            // The wait for a thread is not the listener's, but neither is the time since the call before.
            calledAt = clock.nanos();
            reported = false;
        }
        callNext();
    }

    /** Calls the listener on a thread for callbacks. Without a free thread it tries again: no event is lost. */
    private void callNext() {
        try {
            environment.callbacks().execute(this::next);
        } catch (RuntimeException | Error noThread) {
            environment.after(THREAD_RETRY, this::callNext);
        }
    }

    /** Returns a stage that completes when everything that is queued now has been delivered. */
    CompletableFuture<Void> delivered() {
        CompletableFuture<Void> done = new CompletableFuture<>();
        synchronized (this) {
            if (busy) {
                queue.add(new Delivery(() -> markDone(done), clock.nanos()));
                return done;
            }
        }
        markDone(done);
        return done;
    }

    private static @Nullable CompletionStage<?> markDone(CompletableFuture<Void> done) {
        done.completeAsync(() -> null, Runnable::run);
        return null;
    }

    /** Calls the listener with what is queued. A thread is not kept for long: others may wait for it. */
    private void next() {
        for (int calls = 0; calls < CALLS_AT_ONCE; calls++) {
            Delivery delivery;
            boolean watch;
            synchronized (this) {
                delivery = queue.poll();
                if (delivery == null) {
                    busy = false;
                    return;
                }
                calledAt = clock.nanos();
                reported = false;
                watch = !watched;
                watched = true;
            }
            if (watch) {
                environment.after(LISTENER_LIMIT, this::reportIfBlocked);
            }
            lag.add(clock.nanos() - delivery.since);
            CompletableFuture<?> stage = call(delivery);
            if (!stage.isDone()) {
                stage.orTimeout(LISTENER_LIMIT.toSeconds(), TimeUnit.SECONDS).whenComplete((done, failure) -> {
                    report(failure);
                    callNext();
                });
                return;
            }
            stage.whenComplete((done, failure) -> report(failure));
        }
        callNext();
    }

    /** One timer serves all calls of ten seconds: a timer for every call would wake the loop for every event. */
    private void reportIfBlocked() {
        long left;
        boolean blocked;
        synchronized (this) {
            if (!busy) {
                watched = false;
                return;
            }
            left = LISTENER_LIMIT.toNanos() - (clock.nanos() - calledAt);
            blocked = left <= 0 && !reported;
            reported |= blocked;
        }
        if (blocked) {
            onBlocked.run();
        }
        environment.after(left > 0 ? Duration.ofNanos(left) : LISTENER_LIMIT, this::reportIfBlocked);
    }

    private CompletableFuture<?> call(Delivery delivery) {
        try {
            CompletionStage<?> stage = ReentrancyCheck.call(owner, () -> orDone(delivery.call.get()));
            // Copy the stage: the timeout must not complete the listener's own.
            return stage.thenApply(done -> done).toCompletableFuture();
        } catch (Throwable failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }

    private static CompletionStage<?> orDone(@Nullable CompletionStage<?> stage) {
        return stage == null ? CompletableFuture.completedFuture(true) : stage;
    }

    private void report(@Nullable Throwable failure) {
        if (failure != null) {
            onFailure.accept(failure);
        }
    }

    private record Delivery(Supplier<@Nullable CompletionStage<?>> call, long since) {}
}
