package dev.baton.internal.retry;

import dev.baton.RetryStrategy;
import java.time.Duration;
import java.util.Objects;

/** A retry strategy that never blocks, so it may run on the event loop. */
public sealed interface BuiltInRetry extends RetryStrategy
        permits FixedInterval, ExponentialBackoff, DecorrelatedJitter {

    /** Checks the shortest and the longest delay. */
    static void checkDelays(Duration base, Duration max) {
        Objects.requireNonNull(base, "base");
        Objects.requireNonNull(max, "max");
        if (base.isNegative() || base.isZero()) {
            throw new IllegalArgumentException("retry delay must be positive, but is " + base.toMillis() + " ms");
        }
        if (max.compareTo(base) < 0) {
            throw new IllegalArgumentException("maximum retry delay must not be shorter than the first: "
                    + max.toMillis() + " ms < " + base.toMillis() + " ms");
        }
    }
}
