package dev.baton.testkit.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where nothing is wrong but that somebody has to be elected, the first one that is elected stays. */
class LastingReignsTest {
    private static final Duration A_WHILE = Duration.ofSeconds(2);

    @ParameterizedTest // QUORUM-5 QUORUM-11
    @CsvSource({"3, 1, 200", "3, 60, 200", "5, 1, 600", "5, 60, 150", "10, 1, 100", "10, 10, 100", "50, 60, 15"})
    void noNewLeaderIsDeposedByARival(int members, int slowestWriteMillis, int seeds) {
        for (long seed = 1; seed <= seeds; seed++) {
            ConvergenceTrial group = ConvergenceTrial.onOneDisk(seed, members, Duration.ofMillis(slowestWriteMillis));
            group.toLeader();
            group.run(A_WHILE);
            group.toLeaderAfterKill(Duration.ofMillis(8));
            group.run(A_WHILE);
            assertThat(group.deposed()).as("seed %d", seed).isZero();
        }
    }
}
