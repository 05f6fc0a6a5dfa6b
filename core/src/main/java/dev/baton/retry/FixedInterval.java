package dev.baton.retry;

import dev.baton.machine.RetryContext;
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
    public Optional<Duration> nextDelay(RetryContext context) {
        return Optional.of(interval);
    }
}
