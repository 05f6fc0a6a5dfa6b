package dev.baton.testkit.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** In simulated time, so that a slow machine changes nothing. */
class ConvergenceTrialTest {

    @ParameterizedTest // QUORUM-11
    @CsvSource({"5, 300", "10, 500", "50, 1000"})
    void aNewGroupHasALeaderInTimeOverSlowLinksThatLoseMessages(int members, double millis) {
        for (long seed = 1; seed <= 10; seed++) {
            ConvergenceTrial group = ConvergenceTrial.of(seed, members, Duration.ofMillis(1), Duration.ofMillis(20), 2);
            assertThat(group.toLeader()).as("seed %d", seed).isLessThan(millis);
            assertThat(group.toNextLeader()).as("seed %d", seed).isLessThan(millis);
        }
    }

    @Test
    void aSeedGivesTheSameFigureAgain() {
        assertThat(fifty(7).toLeader()).isEqualTo(fifty(7).toLeader());
    }

    private static ConvergenceTrial fifty(long seed) {
        return ConvergenceTrial.of(seed, 50, Duration.ofMillis(20), Duration.ofMillis(80), 2);
    }
}
