package dev.baton.testkit.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.quorum.step.MemberNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs many schedules with all kinds of faults. */
class ScheduleRunnerTest {
    private static final long COUNT = Long.getLong("quorum.schedules", 40_000);
    private static final long MEMBER_COUNT = Long.getLong("quorum.member-schedules", 8_000);
    private static final long FIRST = Long.getLong("quorum.seed", 1);

    @Test // QUORUM-4 QUORUM-5 QUORUM-6 QUORUM-7
    void noScheduleViolatesGuarantee() throws InterruptedException {
        ScheduleStatistics statistics = run(COUNT, SimulationLevel.PROTOCOL);
        assertThat(statistics.sizes()).containsOnlyKeys(1, 2, 3, 5, 7, 10, 50);
        assertThat(statistics.fewestEvents()).isGreaterThanOrEqualTo(400);
        assertThat(statistics.fewestKinds()).isGreaterThanOrEqualTo(3);
        assertThat(statistics.tenures()).isGreaterThan(COUNT);
        assertThat(statistics.interruptedBatches()).isPositive();
        assertThat(statistics.refusedFolders()).isPositive();
    }

    @Test // QUORUM-4 QUORUM-5 QUORUM-6 QUORUM-7
    void noScheduleOfWholeMembersViolatesGuarantee() throws InterruptedException {
        ScheduleStatistics statistics = run(MEMBER_COUNT, SimulationLevel.MEMBER);
        assertThat(statistics.sizes()).containsKeys(1, 2, 3, 5);
        assertThat(statistics.fewestKinds()).isGreaterThanOrEqualTo(3);
        assertThat(statistics.tenures()).isGreaterThan(MEMBER_COUNT);
        assertThat(statistics.refusedFolders()).isPositive();
        assertThat(statistics.openedStreams()).isGreaterThan(MEMBER_COUNT);
        assertThat(statistics.rejectedStreams()).isPositive();
    }

    private static ScheduleStatistics run(long count, SimulationLevel level) throws InterruptedException {
        ScheduleStatistics statistics = ScheduleRunner.run(FIRST, count, level, MemberNode::new, soFar -> {});
        System.out.print(statistics.report());
        System.out.println("seed " + FIRST + " and following, " + level);
        assertThat(statistics.failures())
                .as(() -> statistics.failures().isEmpty()
                        ? ""
                        : ScheduleShrinker.shrink(statistics.failures().get(0).seed(), level, MemberNode::new)
                                .trace())
                .extracting(ScheduleResult::violation)
                .isEmpty();
        assertThat(statistics.schedules()).isEqualTo(count);
        assertThat(statistics.faults())
                .allSatisfy((fault, times) -> assertThat(times > 0)
                        .as("%s %d times", fault, times)
                        .isEqualTo(FaultRules.isPossible(fault, 5, level)));
        return statistics;
    }

    @ParameterizedTest
    @EnumSource
    void sameSeedReplaysSameEvents(SimulationLevel level) {
        for (long seed = FIRST; seed < FIRST + 20; seed++) {
            ScheduleResult first = Simulation.run(seed, level, MemberNode::new, true);
            ScheduleResult second = Simulation.run(seed, level, MemberNode::new, true);
            assertThat(second.trace()).as("seed %d", seed).isEqualTo(first.trace());
            assertThat(second.hash()).as("seed %d", seed).isEqualTo(first.hash());
            assertThat(Simulation.run(seed, level).hash()).as("seed %d", seed).isEqualTo(first.hash());
        }
    }
}
