package dev.baton.internal.runtime;

import dev.baton.CandidateEvent;
import dev.baton.RetryAttempt;
import dev.baton.RetryStrategy;
import dev.baton.internal.machine.AttemptInput;
import dev.baton.internal.machine.Input;
import dev.baton.internal.retry.BuiltInRetry;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Calls a retry strategy: a built-in one on the loop, one of the application off the loop. Used only on the event loop.
 *
 * <p>A result counts only until the next call or {@link #cancel}: a slow strategy cannot affect a later cycle.
 */
final class RetryScheduler {
    private static final Duration DELAY_AFTER_ERROR = Duration.ofSeconds(5);
    private static final Duration MIN_DELAY = Duration.ofMillis(1);
    /** A longer delay would not fit into nanoseconds. */
    private static final Duration MAX_DELAY = BuiltInRetry.LONGEST;

    private final RetryStrategy strategy;
    private final RuntimeEnvironment environment;
    private long currentCall;

    RetryScheduler(RetryStrategy strategy, RuntimeEnvironment environment) {
        this.strategy = strategy;
        this.environment = environment;
    }

    /** Discards the result of a call in progress. */
    void cancel() {
        currentCall++;
    }

    void schedule(RetryAttempt attempt, Consumer<Input> onResult, Consumer<CandidateEvent> onError) {
        long call = ++currentCall;
        if (strategy instanceof BuiltInRetry) {
            report(call, strategy.nextDelay(attempt), onResult);
            return;
        }
        Consumer<Throwable> onFailure = failure -> {
            environment.loop().execute(() -> onError.accept(new CandidateEvent.ErrorRaised(failure)));
            report(call, Optional.of(DELAY_AFTER_ERROR), onResult);
        };
        try {
            environment.work().execute(() -> ask(call, attempt, onResult, onFailure));
        } catch (RuntimeException | Error noThread) {
            onFailure.accept(noThread);
        }
    }

    private void ask(long call, RetryAttempt attempt, Consumer<Input> onResult, Consumer<Throwable> onFailure) {
        try {
            report(
                    call,
                    Objects.requireNonNull(strategy.nextDelay(attempt), "the retry strategy returned null"),
                    onResult);
        } catch (RuntimeException | Error failure) {
            onFailure.accept(failure);
        }
    }

    /** Without the result, no attempt would follow. */
    private void report(long call, Optional<Duration> delay, Consumer<Input> onResult) {
        environment.executeReliably(() -> {
            if (call == currentCall) {
                onResult.accept(input(delay));
            }
        });
    }

    private Input input(Optional<Duration> delay) {
        long now = environment.clock().nanos();
        return delay.<Input>map(wait -> new AttemptInput.RetryAfter(now, bounded(wait)))
                .orElseGet(() -> new AttemptInput.GiveUp(now));
    }

    private static Duration bounded(Duration delay) {
        Duration atLeast = delay.compareTo(MIN_DELAY) < 0 ? MIN_DELAY : delay;
        return atLeast.compareTo(MAX_DELAY) > 0 ? MAX_DELAY : atLeast;
    }
}
