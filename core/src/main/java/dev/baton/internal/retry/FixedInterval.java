package dev.baton.internal.retry;

import dev.baton.RetryAttempt;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/** The same delay every time. */
public record FixedInterval(Duration interval) implements BuiltInRetry {

    public FixedInterval {
        BuiltInRetry.checkDelays(Objects.requireNonNull(interval, "interval"), interval);
    }

    /** Creates a strategy with a delay of 5 s. */
    public FixedInterval() {
        this(Duration.ofSeconds(5));
    }

    @Override
    public Optional<Duration> nextDelay(RetryAttempt attempt) {
        return Optional.of(interval);
    }
}
