package dev.baton.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateState;
import dev.baton.EndReason;
import dev.baton.Leadership;
import dev.baton.StopCause;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GraceTest {
    private final ElectionFixture fixture = new ElectionFixture();
    private final Candidate leader =
            fixture.candidate("leader", settings -> settings.reconnectGrace(Duration.ofSeconds(30)));
    private final List<CandidateEvent> events = ElectionFixture.eventsOf(leader);

    @BeforeEach
    void lead() {
        leader.start();
        fixture.millis(1);
    }

    @Test // PG-7
    void lostContactInvalidatesLeadershipAndRecoversUnderTheSameEpochWithoutAnEvent() {
        Leadership before = leader.leadership().orElseThrow();
        reconnecting();
        assertThat(leader.isLeader()).isFalse();
        assertThat(before.isValid()).isFalse();
        assertThat(leader.gate("dispatch").tryRun(leadership -> {})).isFalse();
        fixture.store.repair();
        fixture.seconds(5);
        assertThat(leader.state()).isEqualTo(CandidateState.LEADER);
        Leadership after = leader.leadership().orElseThrow();
        assertThat(after.epoch()).isEqualTo(before.epoch());
        assertThat(before.isValid()).as("leadership from before is valid").isFalse();
        assertThat(ElectionFixture.withoutStateChanges(events))
                .filteredOn(event -> !(event instanceof CandidateEvent.ErrorRaised))
                .containsExactly(new CandidateEvent.Acquired(1));
        fixture.seconds(60);
        assertThat(leader.isLeader()).isTrue();
    }

    @Test // PG-7
    void workIsInterruptedWhileReconnectingAndStartsAgain() {
        List<Long> begun = new CopyOnWriteArrayList<>();
        List<String> interrupted = new CopyOnWriteArrayList<>();
        leader.whileLeading(leadership -> {
            begun.add(leadership.epoch());
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException interrupt) {
                interrupted.add("epoch " + leadership.epoch());
            }
        });
        ElectionFixture.await("work is running", () -> begun.size() == 1);
        reconnecting();
        ElectionFixture.await("work is interrupted", () -> interrupted.size() == 1);
        fixture.store.repair();
        ElectionFixture.await("work is running again", () -> {
            fixture.seconds(1);
            return begun.size() == 2;
        });
        assertThat(begun).containsExactly(1L, 1L);
    }

    @Test // PG-7
    void expiredGraceLosesTheTenure() {
        reconnecting();
        fixture.seconds(31);
        assertThat(ElectionFixture.withoutStateChanges(events))
                .contains(new CandidateEvent.Lost(1, EndReason.UNREACHABLE));
        fixture.store.repair();
        fixture.seconds(10);
        assertThat(leader.leadership().map(Leadership::epoch)).contains(2L);
    }

    @Test // PG-7
    void claimTakenInsideTheGraceIsLostAsTakenOver() {
        Candidate rival = fixture.candidate("rival");
        reconnecting();
        fixture.seconds(5);
        fixture.store.repair();
        rival.start();
        fixture.seconds(5);
        assertThat(rival.isLeader()).isTrue();
        assertThat(leader.isLeader()).isFalse();
        assertThat(ElectionFixture.withoutStateChanges(events))
                .contains(new CandidateEvent.Lost(1, EndReason.TAKEN_OVER));
    }

    @Test // PG-11
    void stopWhileReconnectingLosesTheTenureAndStops() {
        reconnecting();
        leader.stop(Duration.ofSeconds(1));
        assertThat(leader.state()).isEqualTo(CandidateState.STOPPED);
        assertThat(ElectionFixture.withoutStateChanges(events))
                .endsWith(
                        new CandidateEvent.Lost(1, EndReason.SHUT_DOWN),
                        new CandidateEvent.Stopped(StopCause.REQUESTED));
    }

    private void reconnecting() {
        fixture.store.breakDown();
        fixture.seconds(9);
        assertThat(leader.state()).isEqualTo(CandidateState.RECONNECTING);
    }
}
