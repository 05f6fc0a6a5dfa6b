package dev.baton.internal.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.RetryAttempt;
import dev.baton.RetryStrategy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RetryStrategyTest {

    @Test // PG-4
    void exponentialBackoffDoublesFromOneSecondUpToThirty() {
        assertThat(seconds(new ExponentialBackoff(), 8)).containsExactly(1L, 2L, 4L, 8L, 16L, 30L, 30L, 30L);
    }

    @Test // PG-4
    void exponentialBackoffAcceptsAnyMultiplierAndNeverOverflows() {
        ExponentialBackoff gentle = new ExponentialBackoff(Duration.ofMillis(100), Duration.ofSeconds(1), 1.5);
        assertThat(delay(gentle, 1)).isEqualTo(Duration.ofMillis(100));
        assertThat(delay(gentle, 2)).isEqualTo(Duration.ofMillis(150));
        assertThat(delay(gentle, 3)).isEqualTo(Duration.ofMillis(225));
        assertThat(delay(gentle, Integer.MAX_VALUE)).isEqualTo(Duration.ofSeconds(1));
    }

    @Test // PG-4
    void fixedIntervalIsFiveSecondsByDefault() {
        assertThat(seconds(new FixedInterval(), 3)).containsExactly(5L, 5L, 5L);
        assertThat(seconds(new FixedInterval(Duration.ofSeconds(2)), 2)).containsExactly(2L, 2L);
    }

    @Test // PG-4
    void jitterIsBetweenBaseAndThreeTimesThePreviousDelay() {
        long seed = System.nanoTime();
        System.out.println("seed=" + seed);
        Duration base = Duration.ofSeconds(1);
        Duration max = Duration.ofSeconds(30);
        DecorrelatedJitter jitter = new DecorrelatedJitter(base, max, new Random(seed));
        Duration before = base;
        boolean reachedMaximum = false;
        for (int attempt = 1; attempt <= 10_000; attempt++) {
            Duration drawn = delay(jitter, attempt);
            Duration bound = before.multipliedBy(3).compareTo(max) < 0 ? before.multipliedBy(3) : max;
            assertThat(drawn).isBetween(base, bound);
            reachedMaximum |= drawn.equals(max);
            before = drawn;
        }
        assertThat(reachedMaximum).isTrue();
    }

    @Test // PG-4
    void jitterStartsOverWithEachCycle() {
        long seed = System.nanoTime();
        System.out.println("seed=" + seed);
        DecorrelatedJitter jitter =
                new DecorrelatedJitter(Duration.ofSeconds(1), Duration.ofSeconds(30), new Random(seed));
        for (int cycle = 0; cycle < 1_000; cycle++) {
            assertThat(delay(jitter, 1)).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(3));
            delay(jitter, 2);
            delay(jitter, 3);
        }
    }

    @Test // PG-4
    void jitterIsBetweenOneAndThirtySecondsByDefault() {
        DecorrelatedJitter jitter = new DecorrelatedJitter();
        for (int attempt = 1; attempt <= 1_000; attempt++) {
            assertThat(delay(jitter, attempt)).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(30));
        }
    }

    @Test // PG-4
    void refusesInvalidDelays() {
        assertThatThrownBy(() -> new FixedInterval(Duration.ZERO))
                .hasMessage("retry delay must be positive, but is 0 ms");
        assertThatThrownBy(() -> new ExponentialBackoff(Duration.ofSeconds(2), Duration.ofSeconds(1), 2))
                .hasMessage("maximum retry delay must not be shorter than the first: 1000 ms < 2000 ms");
        assertThatThrownBy(() -> new ExponentialBackoff(Duration.ofSeconds(1), Duration.ofSeconds(1), 0.5))
                .hasMessage("multiplier must be at least 1, but is 0.5");
        assertThatThrownBy(() -> new ExponentialBackoff(Duration.ofSeconds(1), Duration.ofSeconds(1), Double.NaN))
                .hasMessage("multiplier must be at least 1, but is NaN");
    }

    private static List<Long> seconds(RetryStrategy strategy, int attempts) {
        List<Long> delays = new ArrayList<>();
        for (int attempt = 1; attempt <= attempts; attempt++) {
            delays.add(delay(strategy, attempt).toSeconds());
        }
        return delays;
    }

    private static Duration delay(RetryStrategy strategy, int attempt) {
        return strategy.nextDelay(new RetryAttempt(attempt, Duration.ZERO, Optional.empty()))
                .orElseThrow();
    }
}
