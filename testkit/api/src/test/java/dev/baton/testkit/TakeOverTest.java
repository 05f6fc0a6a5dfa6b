package dev.baton.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateState;
import dev.baton.EndReason;
import dev.baton.Leadership;
import dev.baton.StopCause;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class TakeOverTest {
    private final Stage stage = new Stage();

    @Test // FENCE-1
    void aStandbyTakesOverAtOnceWhenTheLeadersProcessDies() {
        MemoryBackend process = stage.store.open(stage.time);
        Candidate leader = stage.candidate(stage.over(process), "leader", settings -> settings);
        Candidate standby = stage.candidate("standby");
        leader.start();
        standby.start();
        stage.millis(1);
        long epoch = leader.leadership().orElseThrow().epoch();
        process.crash();
        stage.millis(1);
        assertThat(standby.leadership().map(Leadership::epoch)).contains(epoch + 1);
    }

    @Test // API-2
    void aLeaderThatCannotReachTheStoreStopsBeforeAStandbyMayLead() {
        Candidate leader = stage.candidate("leader");
        Candidate standby = stage.candidate("standby");
        List<CandidateEvent> events = Stage.eventsOf(leader);
        leader.start();
        standby.start();
        stage.millis(1);
        Leadership reign = leader.leadership().orElseThrow();
        stage.store.breakDown();
        boolean ledTogether = false;
        for (int i = 0; i < 200 && !standby.isLeader(); i++) {
            stage.millis(100);
            if (i == 120) {
                stage.store.repair();
            }
            ledTogether |= leader.isLeader() && standby.isLeader();
        }
        assertThat(ledTogether).isFalse();
        assertThat(reign.isValid()).isFalse();
        assertThat(events).contains(new CandidateEvent.Lost(reign.epoch(), EndReason.UNREACHABLE));
    }

    @Test // API-2
    void theWorkIsToldToStopAStopGraceBeforeTheValidityEnds() {
        Candidate leader = stage.candidate(
                "leader",
                settings -> settings.renewInterval(Duration.ofSeconds(4)).stopGrace(Duration.ofSeconds(2)));
        List<CandidateEvent> events = Stage.eventsOf(leader);
        leader.start();
        stage.millis(1);
        stage.store.breakDown();
        stage.time.advance(Duration.ofMillis(7_498));
        assertThat(leader.isLeader()).isTrue();
        stage.millis(1);
        assertThat(leader.isLeader()).isFalse();
        assertThat(events).contains(new CandidateEvent.Lost(1, EndReason.UNREACHABLE));
    }

    @Test // API-2
    void aSuspendedLeaderIsInvalidAtOnceAndHearsThatItExpired() {
        Candidate leader = stage.candidate("leader");
        List<CandidateEvent> events = Stage.eventsOf(leader);
        leader.start();
        stage.millis(1);
        Leadership reign = leader.leadership().orElseThrow();
        stage.time.suspend(Duration.ofMinutes(1));
        assertThat(leader.isLeader()).isFalse();
        assertThat(leader.leadership()).isEmpty();
        stage.seconds(1);
        stage.time.stepWallClock(Duration.ofMinutes(-1));
        assertThat(reign.isValid()).as("latched").isFalse();
        assertThat(events).contains(new CandidateEvent.Lost(1, EndReason.EXPIRED));
        assertThat(leader.isLeader()).as("stands and leads again").isTrue();
        assertThat(leader.leadership().orElseThrow().epoch()).isGreaterThan(reign.epoch());
    }

    @Test // FENCE-1
    void epochsGrowOverEveryWayAReignCanEnd() {
        Candidate a = stage.candidate("a");
        Candidate b = stage.candidate("b");
        a.start();
        b.start();
        stage.millis(1);
        long last = 0;
        for (int i = 0; i < 20; i++) {
            Candidate leader = a.isLeader() ? a : b;
            long epoch = leader.leadership().orElseThrow().epoch();
            assertThat(epoch).isGreaterThan(last);
            last = epoch;
            leader.stepDown(Duration.ofSeconds(1));
            stage.seconds(3);
        }
    }

    @Test // PG-5
    void afterAStepDownTheWaitingStandbyWins() {
        Candidate leader = stage.candidate("leader");
        Candidate standby = stage.candidate("standby");
        leader.start();
        standby.start();
        stage.millis(1);
        for (int i = 0; i < 10; i++) {
            Candidate leads = leader.isLeader() ? leader : standby;
            Candidate waits = leads == leader ? standby : leader;
            stage.seconds(3);
            assertThat(leads.stepDown(Duration.ofSeconds(1))).isTrue();
            stage.millis(1);
            assertThat(waits.isLeader()).isTrue();
            assertThat(leads.isLeader()).isFalse();
        }
    }

    @Test // PG-5
    void afterAStepDownWithNobodyElseItLeadsAgainLater() {
        Candidate only = stage.candidate("only");
        only.start();
        stage.millis(1);
        only.stepDown(Duration.ofSeconds(1));
        stage.millis(1_900);
        assertThat(only.isLeader()).isFalse();
        stage.millis(200);
        assertThat(only.isLeader()).isTrue();
    }

    @Test // PG-5
    void startStopAndStepDownAreIdempotent() {
        Candidate only = stage.candidate("only");
        List<CandidateEvent> events = Stage.eventsOf(only);
        only.stop(Duration.ofSeconds(1));
        assertThat(only.stepDown(Duration.ofSeconds(1))).isFalse();
        only.start();
        only.start();
        stage.millis(1);
        only.stop(Duration.ofSeconds(1));
        only.stop(Duration.ofSeconds(1));
        assertThat(only.state()).isEqualTo(CandidateState.STOPPED);
        assertThat(Stage.newsOf(events))
                .containsExactly(
                        new CandidateEvent.Acquired(1),
                        new CandidateEvent.Released(1, EndReason.SHUT_DOWN),
                        new CandidateEvent.Stopped(StopCause.REQUESTED));
        only.start();
        stage.millis(1);
        assertThat(only.isLeader()).as("a stopped one may start again").isTrue();
        only.close();
        only.close();
        assertThatThrownBy(only::start)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
    }

    @Test // PG-2
    void whoDoesNotReacquireStopsAfterItsReign() {
        Candidate once = stage.candidate("once", settings -> settings.autoReacquire(false));
        List<CandidateEvent> events = Stage.eventsOf(once);
        once.start();
        stage.millis(1);
        once.stepDown(Duration.ofSeconds(1));
        stage.seconds(30);
        assertThat(once.state()).isEqualTo(CandidateState.STOPPED);
        assertThat(Stage.newsOf(events)).endsWith(new CandidateEvent.Stopped(StopCause.NOT_REACQUIRING));
    }

    @Test // PG-5
    void closingAConnectionReleasesAllThatItLeads() {
        Baton baton = stage.connect();
        Candidate leader = stage.candidate(baton, "leader", settings -> settings);
        Candidate standby = stage.candidate("standby");
        leader.start();
        standby.start();
        stage.millis(1);
        baton.close();
        baton.close();
        stage.millis(1);
        assertThat(leader.state()).isEqualTo(CandidateState.STOPPED);
        assertThat(standby.isLeader()).isTrue();
        assertThat(Optional.of(leader).filter(Candidate::isLeader)).isEmpty();
    }

    @Test // PG-8
    void aSignalFromOutsideStopsItAndOneThatWasGivenBeforeKeepsItOut() {
        CompletableFuture<Void> signal = new CompletableFuture<>();
        Candidate leader = stage.candidate("leader", settings -> settings.stopSignal(signal));
        leader.start();
        stage.millis(1);
        assertThat(leader.isLeader()).isTrue();
        signal.complete(null);
        stage.millis(1);
        assertThat(leader.state()).isEqualTo(CandidateState.STOPPED);
        leader.start();
        stage.millis(1);
        assertThat(leader.state()).isEqualTo(CandidateState.STOPPED);
    }
}
