package dev.baton.testkit.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.quorum.step.MemberNode;
import org.junit.jupiter.api.Test;

/** Many schedules of everything that can go wrong. */
class ScheduleRunnerTest {
    private static final long COUNT = Long.getLong("quorum.schedules", 100_000);
    private static final long FIRST = Long.getLong("quorum.seed", 1);

    @Test // QUORUM-4 QUORUM-5 QUORUM-6 QUORUM-7
    void noScheduleBreaksTheElection() throws InterruptedException {
        ScheduleStatistics tally = ScheduleRunner.run(FIRST, COUNT, MemberNode::new, (done, total, soFar) -> {});
        System.out.print(tally.report());
        System.out.println("seed " + FIRST + " and following");

        assertThat(tally.failures())
                .as(() -> tally.failures().isEmpty()
                        ? ""
                        : ScheduleShrinker.shrink(tally.failures().get(0).seed(), MemberNode::new)
                                .story())
                .extracting(ScheduleResult::trouble)
                .isEmpty();
        assertThat(tally.schedules()).isEqualTo(COUNT);
        assertThat(tally.faults())
                .allSatisfy((fault, count) -> assertThat(count).as("%s", fault).isPositive());
        assertThat(tally.sizes()).containsOnlyKeys(1, 2, 3, 5, 7, 10, 50);
        assertThat(tally.fewestEvents()).isGreaterThanOrEqualTo(500);
        assertThat(tally.fewestKinds()).isGreaterThanOrEqualTo(3);
        assertThat(tally.reigns()).isGreaterThan(COUNT);
        assertThat(tally.cutBatches()).isPositive();
    }

    @Test
    void aSeedReplaysByteForByte() {
        for (long seed = FIRST; seed < FIRST + 20; seed++) {
            ScheduleResult first = Simulation.run(seed, MemberNode::new, true);
            ScheduleResult second = Simulation.run(seed, MemberNode::new, true);
            assertThat(second.transcript()).as("seed %d", seed).isEqualTo(first.transcript());
            assertThat(second.hash()).as("seed %d", seed).isEqualTo(first.hash());
            assertThat(Simulation.run(seed).hash()).as("seed %d", seed).isEqualTo(first.hash());
        }
    }
}
