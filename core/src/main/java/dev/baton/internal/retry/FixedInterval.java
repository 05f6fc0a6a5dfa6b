package dev.baton.internal.retry;

import dev.baton.RetryAttempt;
import dev.baton.RetryStrategy;
import java.time.Duration;
import java.util.Optional;

/** The same delay every time. */
public record FixedInterval(Duration interval) implements RetryStrategy {

    public FixedInterval {
        DelayRange.check(interval, interval);
    }

    /** 5 s. */
    public FixedInterval() {
        this(Duration.ofSeconds(5));
    }

    @Override
    public Optional<Duration> nextDelay(RetryAttempt context) {
        return Optional.of(interval);
    }
}
