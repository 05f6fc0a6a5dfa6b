package dev.baton.testkit.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Without faults, the first elected leader is not deposed by a rival. */
class LeaderStabilityTest {
    private static final Duration TWO_SECONDS = Duration.ofSeconds(2);

    @ParameterizedTest // QUORUM-5 QUORUM-11
    @CsvSource({"3, 1, 200", "3, 60, 200", "5, 1, 600", "5, 60, 150", "10, 1, 100", "10, 10, 100", "50, 60, 15"})
    void newLeaderIsNotDeposedByRival(int members, int slowestWriteMillis, int seeds) {
        for (long seed = 1; seed <= seeds; seed++) {
            ConvergenceTrial trial = ConvergenceTrial.onOneDisk(seed, members, Duration.ofMillis(slowestWriteMillis));
            trial.toLeader();
            trial.run(TWO_SECONDS);
            trial.toLeaderAfterKill(Duration.ofMillis(8));
            trial.run(TWO_SECONDS);
            assertThat(trial.deposed()).as("seed %d", seed).isZero();
        }
    }
}
