package dev.baton.internal.retry;

import dev.baton.RetryAttempt;
import dev.baton.RetryStrategy;
import java.time.Duration;
import java.util.Optional;

/** min(base · multiplier^(attempt − 1), max). */
public record ExponentialBackoff(Duration base, Duration max, double multiplier) implements RetryStrategy {

    public ExponentialBackoff {
        DelayRange.check(base, max);
        if (!(multiplier >= 1)) {
            throw new IllegalArgumentException("multiplier must be at least 1, but is " + multiplier);
        }
    }

    /** 1 s, doubled up to 30 s. */
    public ExponentialBackoff() {
        this(Duration.ofSeconds(1), Duration.ofSeconds(30), 2);
    }

    @Override
    public Optional<Duration> nextDelay(RetryAttempt context) {
        double nanos = base.toNanos() * Math.pow(multiplier, context.attempt() - 1.0);
        return Optional.of(nanos >= max.toNanos() ? max : Duration.ofNanos((long) nanos));
    }
}
