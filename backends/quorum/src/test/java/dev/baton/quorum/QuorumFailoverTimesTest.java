package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.RetryAttempt;
import dev.baton.RetryStrategy;
import dev.baton.quorum.step.QuorumTiming;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class QuorumFailoverTimesTest {
    @Test // QUORUM-1
    void standbyBecomesQuietBecauseItIsNotifiedOfItsVictory() {
        RetryStrategy retry =
                QuorumFailoverTimes.defaults(QuorumTiming.standard()).retry();
        assertThat(retry.nextDelay(attempt(1))).contains(Duration.ofSeconds(2));
        assertThat(retry.nextDelay(attempt(20))).contains(Duration.ofSeconds(30));
    }

    private static RetryAttempt attempt(int number) {
        return new RetryAttempt(number, Duration.ZERO, Optional.empty());
    }

    @Test // QUORUM-1
    void frozenLeaderIsReplacedAfterItsLeaseAndTwoRounds() {
        QuorumTiming fast = QuorumTiming.fast();
        assertThat(QuorumFailoverTimes.defaults(fast).validity())
                .isGreaterThan(Duration.ofMillis(980))
                .isLessThan(fast.lease());
        assertThat(QuorumFailoverTimes.failover(fast).toString()).contains("1320 ms");
    }
}
