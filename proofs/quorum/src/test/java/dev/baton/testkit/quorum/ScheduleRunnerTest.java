package dev.baton.testkit.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.quorum.step.MemberNode;
import org.junit.jupiter.api.Test;

/** Runs many schedules with all kinds of faults. */
class ScheduleRunnerTest {
    private static final long COUNT = Long.getLong("quorum.schedules", 100_000);
    private static final long FIRST = Long.getLong("quorum.seed", 1);

    @Test // QUORUM-4 QUORUM-5 QUORUM-6 QUORUM-7
    void noScheduleViolatesGuarantee() throws InterruptedException {
        ScheduleStatistics statistics = ScheduleRunner.run(FIRST, COUNT, MemberNode::new, soFar -> {});
        System.out.print(statistics.report());
        System.out.println("seed " + FIRST + " and following");

        assertThat(statistics.failures())
                .as(() -> statistics.failures().isEmpty()
                        ? ""
                        : ScheduleShrinker.shrink(statistics.failures().get(0).seed(), MemberNode::new)
                                .trace())
                .extracting(ScheduleResult::violation)
                .isEmpty();
        assertThat(statistics.schedules()).isEqualTo(COUNT);
        assertThat(statistics.faults())
                .allSatisfy((fault, count) -> assertThat(count).as("%s", fault).isPositive());
        assertThat(statistics.sizes()).containsOnlyKeys(1, 2, 3, 5, 7, 10, 50);
        // In a group that has lost a majority of its disks, little happens from then on.
        assertThat(statistics.fewestEvents()).isGreaterThanOrEqualTo(100);
        assertThat(statistics.fewestKinds()).isGreaterThanOrEqualTo(3);
        assertThat(statistics.tenures()).isGreaterThan(COUNT);
        assertThat(statistics.interruptedBatches()).isPositive();
    }

    @Test
    void sameSeedReplaysSameEvents() {
        for (long seed = FIRST; seed < FIRST + 20; seed++) {
            ScheduleResult first = Simulation.run(seed, MemberNode::new, true);
            ScheduleResult second = Simulation.run(seed, MemberNode::new, true);
            assertThat(second.trace()).as("seed %d", seed).isEqualTo(first.trace());
            assertThat(second.hash()).as("seed %d", seed).isEqualTo(first.hash());
            assertThat(Simulation.run(seed).hash()).as("seed %d", seed).isEqualTo(first.hash());
        }
    }
}
