package dev.baton.internal.retry;

import dev.baton.RetryAttempt;
import java.time.Duration;
import java.util.Optional;

/** Delays of {@code min(base * multiplier^(attempt - 1), max)}. */
public record ExponentialBackoff(Duration base, Duration max, double multiplier) implements BuiltInRetry {

    public ExponentialBackoff {
        BuiltInRetry.checkDelays(base, max);
        if (!(multiplier >= 1)) {
            throw new IllegalArgumentException("multiplier must be at least 1, but is " + multiplier);
        }
    }

    /** Creates a strategy that starts at 1 s and doubles up to 30 s. */
    public ExponentialBackoff() {
        this(Duration.ofSeconds(1), Duration.ofSeconds(30), 2);
    }

    @Override
    public Optional<Duration> nextDelay(RetryAttempt attempt) {
        double nanos = base.toNanos() * Math.pow(multiplier, attempt.attempt() - 1.0);
        return Optional.of(nanos >= max.toNanos() ? max : Duration.ofNanos((long) nanos));
    }
}
