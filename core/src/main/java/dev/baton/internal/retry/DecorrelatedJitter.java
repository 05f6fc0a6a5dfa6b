package dev.baton.internal.retry;

import dev.baton.RetryAttempt;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Delays of {@code min(max, random(base, 3 * previous))}, which spread candidates that failed together. An instance
 * remembers its previous delay, so each candidate needs its own.
 */
public final class DecorrelatedJitter implements BuiltInRetry {
    private final Duration base;
    private final Duration max;
    private final RandomGenerator random;
    private Duration previous;

    public DecorrelatedJitter(Duration base, Duration max, RandomGenerator random) {
        BuiltInRetry.checkDelays(base, max);
        this.base = base;
        this.max = max;
        this.random = random;
        this.previous = base;
    }

    /** Creates a strategy with delays between 1 s and 30 s. */
    public DecorrelatedJitter() {
        this(Duration.ofSeconds(1), Duration.ofSeconds(30), RandomGenerator.getDefault());
    }

    @Override
    public synchronized Optional<Duration> nextDelay(RetryAttempt attempt) {
        if (attempt.attempt() == 1) {
            previous = base;
        }
        long bound = Math.max(base.toNanos() + 1, previous.multipliedBy(3).toNanos());
        Duration drawn = Duration.ofNanos(random.nextLong(base.toNanos(), bound));
        previous = drawn.compareTo(max) < 0 ? drawn : max;
        return Optional.of(previous);
    }
}
