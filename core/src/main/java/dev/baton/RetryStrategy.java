package dev.baton;

import dev.baton.internal.retry.DecorrelatedJitter;
import dev.baton.internal.retry.ExponentialBackoff;
import dev.baton.internal.retry.FixedInterval;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Decides when to try again after a failed attempt to acquire or to reconnect.
 *
 * <p>Called off the thread that renews, so it may be slow. If it throws, the error is reported and the next attempt
 * follows after five seconds.
 *
 * <pre>{@code
 * CandidateSettings.builder()
 *         .retry(RetryStrategy.exponential(Duration.ofMillis(200), Duration.ofSeconds(10), 2))
 *         .build();
 * }</pre>
 */
@FunctionalInterface
public interface RetryStrategy {

    /** Returns the delay before the next attempt. Empty gives up: the candidate stops. */
    Optional<Duration> nextDelay(RetryAttempt attempt);

    /** Returns a strategy with the same delay every time. */
    static RetryStrategy fixed(Duration interval) {
        return new FixedInterval(interval);
    }

    /** Returns a strategy whose delay starts at {@code base} and is multiplied after each attempt, up to {@code max}. */
    static RetryStrategy exponential(Duration base, Duration max, double multiplier) {
        return new ExponentialBackoff(base, max, multiplier);
    }

    /** Returns an exponential strategy from 1 s to 30 s, doubling. */
    static RetryStrategy exponential() {
        return new ExponentialBackoff();
    }

    /**
     * Returns a strategy with random delays between {@code base} and three times the previous delay, up to {@code max}.
     * It spreads candidates that failed together. The strategy remembers its previous delay: use one per candidate.
     */
    static RetryStrategy jitter(Duration base, Duration max) {
        return new DecorrelatedJitter(base, max, RandomGenerator.getDefault());
    }

    /** Returns a jitter strategy from 1 s to 30 s. */
    static RetryStrategy jitter() {
        return new DecorrelatedJitter();
    }
}
