package dev.baton.testkit.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Measures simulated time, so that the result does not depend on the speed of the machine. */
class ConvergenceTrialTest {

    @ParameterizedTest // QUORUM-11
    @CsvSource({"5, 300", "10, 500", "50, 1000"})
    void newGroupElectsLeaderInTimeOverSlowLossyLinks(int members, double millis) {
        for (long seed = 1; seed <= 10; seed++) {
            ConvergenceTrial trial = ConvergenceTrial.of(seed, members, Duration.ofMillis(1), Duration.ofMillis(20), 2);
            assertThat(trial.toLeader()).as("seed %d", seed).isLessThan(millis);
            assertThat(trial.toNextLeader()).as("seed %d", seed).isLessThan(millis);
        }
    }

    @ParameterizedTest // QUORUM-11
    @CsvSource({"10, 1500, 20", "50, 1000, 4"})
    void groupElectsLeaderAlthoughMessagesTakeLongerThanFirstRounds(int members, int slowestMillis, int seeds) {
        for (long seed = 1; seed <= seeds; seed++) {
            Duration slowest = Duration.ofMillis(slowestMillis);
            ConvergenceTrial trial = ConvergenceTrial.of(seed, members, slowest.dividedBy(20), slowest, 0);
            assertThat(trial.toLeader()).as("seed %d", seed).isLessThan(30_000);
        }
    }

    @Test
    void sameSeedGivesSameResult() {
        assertThat(fifty(7).toLeader()).isEqualTo(fifty(7).toLeader());
    }

    private static ConvergenceTrial fifty(long seed) {
        return ConvergenceTrial.of(seed, 50, Duration.ofMillis(20), Duration.ofMillis(80), 2);
    }
}
