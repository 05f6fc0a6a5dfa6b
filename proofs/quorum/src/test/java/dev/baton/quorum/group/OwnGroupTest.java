package dev.baton.quorum.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.quorum.step.QuorumTiming;
import dev.baton.testkit.quorum.ScheduleResult;
import dev.baton.testkit.quorum.SimulatedGroup;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a user's test of a group of their own looks like: outside of the simulator's package, with what is published. */
class OwnGroupTest {
    private static final SimulatedGroup SEVEN = new SimulatedGroup(
            7,
            QuorumTiming.of(Duration.ofMillis(800), Duration.ofSeconds(4)),
            Duration.ofMillis(5),
            Duration.ofMillis(60));

    @Test // QUORUM-3 QUORUM-7
    void sevenMembersOverSlowLinksNeverHaveTwoLeadersAndFindOneAgain() {
        for (long seed = 1; seed <= 100; seed++) {
            ScheduleResult verdict = SEVEN.run(seed);
            assertThat(verdict.trouble()).as("seed %d", seed).isEmpty();
            assertThat(verdict.members()).isEqualTo(7);
            assertThat(verdict.faults()).hasSizeGreaterThanOrEqualTo(3);
        }
    }

    @Test
    void aSeedReplaysToTheLastEventAndTellsAllOfThem() {
        ScheduleResult again = SEVEN.replay(11);
        assertThat(again.hash()).isEqualTo(SEVEN.run(11).hash());
        assertThat(again.transcript()).contains("Heartbeat");
    }

    @Test // API-10
    void aGroupThatCannotBeIsRefused() {
        Duration none = Duration.ZERO;
        assertThatThrownBy(() -> new SimulatedGroup(64, QuorumTiming.standard(), none, none))
                .hasMessage("a group has 1 to 63 members, not 64");
        assertThatThrownBy(
                        () -> new SimulatedGroup(3, QuorumTiming.standard(), Duration.ofNanos(2), Duration.ofNanos(1)))
                .hasMessage("0 <= fastest <= slowest does not hold: fastest is 2 ns, slowest 1 ns");
    }
}
