package dev.baton.internal.retry;

import java.time.Duration;

/** What all retry strategies check. */
final class DelayRange {

    private DelayRange() {}

    static void check(Duration base, Duration max) {
        if (base.isNegative() || base.isZero()) {
            throw new IllegalArgumentException("a retry delay must be positive, but is " + base.toMillis() + " ms");
        }
        if (max.compareTo(base) < 0) {
            throw new IllegalArgumentException("the longest retry delay must not be shorter than the first: "
                    + max.toMillis() + " ms < " + base.toMillis() + " ms");
        }
    }
}
