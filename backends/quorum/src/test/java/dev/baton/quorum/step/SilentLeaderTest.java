package dev.baton.quorum.step;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Leaders that fall silent without evidence of their end, in virtual time: the others wait for the end of the lease. */
class SilentLeaderTest {
    private static final int TRIALS = 101;
    /** The rest of 150 ms is left to the network, the disks and the scheduler of a real group. */
    private static final long CANDIDACY_AT_MOST = 100;

    static Stream<QuorumTiming> profiles() {
        return Stream.of(QuorumTiming.standard(), QuorumTiming.fast());
    }

    @ParameterizedTest // QUORUM-1
    @MethodSource("profiles")
    void halfOfTheSilentLeadersAreReplacedSoonAfterTheirLease(QuorumTiming timing) {
        long heartbeat = timing.heartbeatEvery().toMillis();
        List<Long> times = new ArrayList<>();
        for (int trial = 0; trial < TRIALS; trial++) {
            // The random numbers of a member depend on the name of the election.
            String election = "e" + trial;
            TestGroup group = new TestGroup(timing, "a", "b", "c");
            group.campaign(election, "a", "b", "c");
            group.runUntil(() -> !group.leader(election).isEmpty(), 1_000);
            // At any time after a heartbeat.
            group.run(5 * heartbeat + trial * heartbeat / TRIALS);
            group.kill(group.leader(election));
            times.add(group.runUntil(
                    () -> !group.leader(election).isEmpty(), timing.lease().toMillis() * 3));
        }
        times.sort(Long::compare);
        System.out.println("lease " + timing.lease().toMillis() + " ms: " + times);
        assertThat(times.get(0)).isGreaterThan(timing.lease().toMillis() - heartbeat);
        assertThat(times.get(TRIALS / 2)).isLessThanOrEqualTo(timing.lease().toMillis() + CANDIDACY_AT_MOST);
    }
}
