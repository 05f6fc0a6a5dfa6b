package dev.baton.internal.retry;

import java.time.Duration;
import java.util.Objects;

/** Checks the delays of a retry strategy. */
final class DelayRange {

    private DelayRange() {}

    static void check(Duration base, Duration max) {
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
