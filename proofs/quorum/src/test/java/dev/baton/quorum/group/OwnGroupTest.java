package dev.baton.quorum.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.quorum.step.QuorumTiming;
import dev.baton.testkit.quorum.ScheduleResult;
import dev.baton.testkit.quorum.SimulatedGroup;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A simulation of a user's own group, with the public API of the simulator only. */
class OwnGroupTest {
    private static final SimulatedGroup SEVEN = new SimulatedGroup(
            7,
            QuorumTiming.of(Duration.ofMillis(800), Duration.ofSeconds(4)),
            Duration.ofMillis(5),
            Duration.ofMillis(60));

    @Test // QUORUM-3 QUORUM-7
    void sevenMembersOverSlowLinksNeverHaveTwoLeadersAndAlwaysElectNextOne() {
        for (long seed = 1; seed <= 100; seed++) {
            ScheduleResult result = SEVEN.run(seed);
            assertThat(result.violation()).as("seed %d", seed).isEmpty();
            assertThat(result.members()).isEqualTo(7);
            assertThat(result.faults()).hasSizeGreaterThanOrEqualTo(3);
        }
    }

    @Test
    void replayHasSameEventsAndTracesThem() {
        ScheduleResult again = SEVEN.replay(11);
        assertThat(again.hash()).isEqualTo(SEVEN.run(11).hash());
        assertThat(again.trace()).contains("Heartbeat");
    }

    @Test // API-10
    void invalidGroupIsRefused() {
        Duration none = Duration.ZERO;
        assertThatThrownBy(() -> new SimulatedGroup(64, QuorumTiming.standard(), none, none))
                .hasMessage("members must be between 1 and 63, but is 64");
        assertThatThrownBy(
                        () -> new SimulatedGroup(3, QuorumTiming.standard(), Duration.ofNanos(2), Duration.ofNanos(1)))
                .hasMessage("0 <= fastest <= slowest does not hold: fastest is 2 ns, slowest 1 ns");
    }
}
