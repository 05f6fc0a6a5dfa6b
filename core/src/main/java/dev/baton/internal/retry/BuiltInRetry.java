package dev.baton.internal.retry;

import dev.baton.RetryStrategy;
import java.time.Duration;
import java.util.Objects;

/** A retry strategy that never blocks, so it may run on the event loop. */
public sealed interface BuiltInRetry extends RetryStrategy
        permits FixedInterval, ExponentialBackoff, DecorrelatedJitter {

    /** Three times as much still fits into nanoseconds. */
    Duration LONGEST = Duration.ofDays(3650);

    /** Checks the shortest and the longest delay. */
    static void checkDelays(Duration base, Duration max) {
        Objects.requireNonNull(base, "base");
        Objects.requireNonNull(max, "max");
        if (base.isNegative() || base.isZero()) {
            throw new IllegalArgumentException("retry delay must be positive, but is " + text(base));
        }
        if (max.compareTo(base) < 0) {
            throw new IllegalArgumentException(
                    "maximum retry delay must not be shorter than the first: " + text(max) + " < " + text(base));
        }
        if (max.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "retry delay must be at most " + LONGEST.toHours() + " h (ten years), but is " + text(max));
        }
    }

    /** Milliseconds, or the ISO form of a duration that does not fit. */
    private static String text(Duration delay) {
        boolean fits = delay.compareTo(LONGEST) <= 0 && delay.compareTo(LONGEST.negated()) >= 0;
        return fits ? delay.toMillis() + " ms" : delay.toString();
    }
}
