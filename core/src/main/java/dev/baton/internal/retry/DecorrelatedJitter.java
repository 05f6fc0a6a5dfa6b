package dev.baton.internal.retry;

import dev.baton.RetryAttempt;
import dev.baton.RetryStrategy;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * min(max, random(base, 3 · previous)): spreads contenders that failed together. One instance remembers
 * its previous delay, so it belongs to one candidate.
 */
public final class DecorrelatedJitter implements RetryStrategy {
    private final Duration base;
    private final Duration max;
    private final RandomGenerator random;
    private Duration previous;

    public DecorrelatedJitter(Duration base, Duration max, RandomGenerator random) {
        DelayRange.check(base, max);
        this.base = base;
        this.max = max;
        this.random = random;
        this.previous = base;
    }

    /** Between 1 s and 30 s. */
    public DecorrelatedJitter() {
        this(Duration.ofSeconds(1), Duration.ofSeconds(30), RandomGenerator.getDefault());
    }

    @Override
    public synchronized Optional<Duration> nextDelay(RetryAttempt context) {
        if (context.attempt() == 1) {
            previous = base;
        }
        long bound = Math.max(base.toNanos() + 1, previous.multipliedBy(3).toNanos());
        Duration drawn = Duration.ofNanos(random.nextLong(base.toNanos(), bound));
        previous = drawn.compareTo(max) < 0 ? drawn : max;
        return Optional.of(previous);
    }
}
