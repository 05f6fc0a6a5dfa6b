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
    private final Stage stage = new Stage();
    private final Candidate leader =
            stage.candidate("leader", settings -> settings.reconnectGrace(Duration.ofSeconds(30)));
    private final List<CandidateEvent> events = Stage.eventsOf(leader);

    @BeforeEach
    void lead() {
        leader.start();
        stage.millis(1);
    }

    @Test // PG-7
    void aClaimInDoubtMakesTheLeadershipInvalidAndRecoversUnderTheSameEpochWithoutAWord() {
        Leadership before = leader.leadership().orElseThrow();
        reconnecting();
        assertThat(leader.isLeader()).isFalse();
        assertThat(before.isValid()).isFalse();
        assertThat(leader.gate("dispatch").tryRun(leadership -> {})).isFalse();
        stage.store.repair();
        stage.seconds(5);
        assertThat(leader.state()).isEqualTo(CandidateState.LEADER);
        Leadership after = leader.leadership().orElseThrow();
        assertThat(after.epoch()).isEqualTo(before.epoch());
        assertThat(before.isValid()).as("the one from before stays invalid").isFalse();
        assertThat(Stage.newsOf(events))
                .filteredOn(event -> !(event instanceof CandidateEvent.ErrorRaised))
                .containsExactly(new CandidateEvent.Acquired(1));
        stage.seconds(60);
        assertThat(leader.isLeader()).isTrue();
    }

    @Test // PG-7
    void workIsInterruptedWhileInDoubtAndStartsAgainAfterwards() {
        List<Long> begun = new CopyOnWriteArrayList<>();
        List<String> interrupted = new CopyOnWriteArrayList<>();
        leader.whileLeading(leadership -> {
            begun.add(leadership.epoch());
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException told) {
                interrupted.add("epoch " + leadership.epoch());
            }
        });
        Stage.await("work runs", () -> begun.size() == 1);
        reconnecting();
        Stage.await("work is told", () -> interrupted.size() == 1);
        stage.store.repair();
        Stage.await("work runs again", () -> {
            stage.seconds(1);
            return begun.size() == 2;
        });
        assertThat(begun).containsExactly(1L, 1L);
    }

    @Test // PG-7
    void aGraceThatExpiresLosesTheReign() {
        reconnecting();
        stage.seconds(31);
        assertThat(Stage.newsOf(events)).contains(new CandidateEvent.Lost(1, EndReason.UNREACHABLE));
        stage.store.repair();
        stage.seconds(10);
        assertThat(leader.leadership().map(Leadership::epoch)).contains(2L);
    }

    @Test // PG-7
    void aClaimTakenInsideTheGraceIsLostAsTakenOver() {
        Candidate rival = stage.candidate("rival");
        reconnecting();
        stage.seconds(5);
        stage.store.repair();
        rival.start();
        stage.seconds(5);
        assertThat(rival.isLeader()).isTrue();
        assertThat(leader.isLeader()).isFalse();
        assertThat(Stage.newsOf(events)).contains(new CandidateEvent.Lost(1, EndReason.TAKEN_OVER));
    }

    @Test // PG-11
    void aStopWhileInDoubtLosesTheReignAndStops() {
        reconnecting();
        leader.stop(Duration.ofSeconds(1));
        assertThat(leader.state()).isEqualTo(CandidateState.STOPPED);
        assertThat(Stage.newsOf(events))
                .endsWith(
                        new CandidateEvent.Lost(1, EndReason.SHUT_DOWN),
                        new CandidateEvent.Stopped(StopCause.REQUESTED));
    }

    private void reconnecting() {
        stage.store.breakDown();
        stage.seconds(9);
        assertThat(leader.state()).isEqualTo(CandidateState.RECONNECTING);
    }
}
