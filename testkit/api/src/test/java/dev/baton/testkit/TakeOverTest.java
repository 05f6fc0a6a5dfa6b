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
    private final ElectionFixture fixture = new ElectionFixture();

    @Test // FENCE-1
    void standbyTakesOverAtOnceWhenTheLeaderProcessEnds() {
        MemoryBackend process = fixture.store.open(fixture.time);
        Candidate leader = fixture.candidate(fixture.over(process), "leader", settings -> settings);
        Candidate standby = fixture.candidate("standby");
        leader.start();
        standby.start();
        fixture.millis(1);
        long epoch = leader.leadership().orElseThrow().epoch();
        process.crash();
        fixture.millis(1);
        assertThat(standby.leadership().map(Leadership::epoch)).contains(epoch + 1);
    }

    @Test // API-2
    void leaderWithoutContactStopsBeforeAStandbyLeads() {
        Candidate leader = fixture.candidate("leader");
        Candidate standby = fixture.candidate("standby");
        List<CandidateEvent> events = ElectionFixture.eventsOf(leader);
        leader.start();
        standby.start();
        fixture.millis(1);
        Leadership before = leader.leadership().orElseThrow();
        fixture.store.breakDown();
        boolean ledTogether = false;
        for (int i = 0; i < 200 && !standby.isLeader(); i++) {
            fixture.millis(100);
            if (i == 120) {
                fixture.store.repair();
            }
            ledTogether |= leader.isLeader() && standby.isLeader();
        }
        assertThat(ledTogether).isFalse();
        assertThat(before.isValid()).isFalse();
        assertThat(events).contains(new CandidateEvent.Lost(before.epoch(), EndReason.UNREACHABLE));
    }

    @Test // API-2
    void leadershipEndsAStopGraceBeforeTheValidityEnds() {
        Candidate leader = fixture.candidate(
                "leader",
                settings -> settings.renewInterval(Duration.ofSeconds(4)).stopGrace(Duration.ofSeconds(2)));
        List<CandidateEvent> events = ElectionFixture.eventsOf(leader);
        leader.start();
        fixture.millis(1);
        fixture.store.breakDown();
        fixture.time.advance(Duration.ofMillis(7_498));
        assertThat(leader.isLeader()).isTrue();
        fixture.millis(1);
        assertThat(leader.isLeader()).isFalse();
        assertThat(events).contains(new CandidateEvent.Lost(1, EndReason.UNREACHABLE));
    }

    @Test // API-2
    void suspendedLeaderIsInvalidAtOnceAndLosesAsExpired() {
        Candidate leader = fixture.candidate("leader");
        List<CandidateEvent> events = ElectionFixture.eventsOf(leader);
        leader.start();
        fixture.millis(1);
        Leadership before = leader.leadership().orElseThrow();
        fixture.time.suspend(Duration.ofMinutes(1));
        assertThat(leader.isLeader()).isFalse();
        assertThat(leader.leadership()).isEmpty();
        fixture.seconds(1);
        fixture.time.stepWallClock(Duration.ofMinutes(-1));
        assertThat(before.isValid()).as("valid after the clock stepped back").isFalse();
        assertThat(events).contains(new CandidateEvent.Lost(1, EndReason.EXPIRED));
        assertThat(leader.isLeader()).as("leads again").isTrue();
        assertThat(leader.leadership().orElseThrow().epoch()).isGreaterThan(before.epoch());
    }

    @Test // FENCE-1
    void epochsGrowWithEveryTenure() {
        Candidate a = fixture.candidate("a");
        Candidate b = fixture.candidate("b");
        a.start();
        b.start();
        fixture.millis(1);
        long last = 0;
        for (int i = 0; i < 20; i++) {
            Candidate leader = a.isLeader() ? a : b;
            long epoch = leader.leadership().orElseThrow().epoch();
            assertThat(epoch).isGreaterThan(last);
            last = epoch;
            leader.stepDown(Duration.ofSeconds(1));
            fixture.seconds(3);
        }
    }

    @Test // PG-5
    void standbyWinsAfterStepDown() {
        Candidate leader = fixture.candidate("leader");
        Candidate standby = fixture.candidate("standby");
        leader.start();
        standby.start();
        fixture.millis(1);
        for (int i = 0; i < 10; i++) {
            Candidate leads = leader.isLeader() ? leader : standby;
            Candidate waits = leads == leader ? standby : leader;
            fixture.seconds(3);
            assertThat(leads.stepDown(Duration.ofSeconds(1))).isTrue();
            fixture.millis(1);
            assertThat(waits.isLeader()).isTrue();
            assertThat(leads.isLeader()).isFalse();
        }
    }

    @Test // PG-5
    void onlyCandidateLeadsAgainAfterStepDown() {
        Candidate only = fixture.candidate("only");
        only.start();
        fixture.millis(1);
        only.stepDown(Duration.ofSeconds(1));
        fixture.millis(1_900);
        assertThat(only.isLeader()).isFalse();
        fixture.millis(200);
        assertThat(only.isLeader()).isTrue();
    }

    @Test // PG-5
    void startStopAndStepDownAreIdempotent() {
        Candidate only = fixture.candidate("only");
        List<CandidateEvent> events = ElectionFixture.eventsOf(only);
        only.stop(Duration.ofSeconds(1));
        assertThat(only.stepDown(Duration.ofSeconds(1))).isFalse();
        only.start();
        only.start();
        fixture.millis(1);
        only.stop(Duration.ofSeconds(1));
        only.stop(Duration.ofSeconds(1));
        assertThat(only.state()).isEqualTo(CandidateState.STOPPED);
        assertThat(ElectionFixture.withoutStateChanges(events))
                .containsExactly(
                        new CandidateEvent.Acquired(1),
                        new CandidateEvent.Released(1, EndReason.SHUT_DOWN),
                        new CandidateEvent.Stopped(StopCause.REQUESTED));
        only.start();
        fixture.millis(1);
        assertThat(only.isLeader()).as("leads after a restart").isTrue();
        only.close();
        only.close();
        assertThatThrownBy(only::start)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
    }

    @Test // PG-2
    void candidateWithoutAutoReacquireStopsAfterItsTenure() {
        Candidate once = fixture.candidate("once", settings -> settings.autoReacquire(false));
        List<CandidateEvent> events = ElectionFixture.eventsOf(once);
        once.start();
        fixture.millis(1);
        once.stepDown(Duration.ofSeconds(1));
        fixture.seconds(30);
        assertThat(once.state()).isEqualTo(CandidateState.STOPPED);
        assertThat(ElectionFixture.withoutStateChanges(events))
                .endsWith(new CandidateEvent.Stopped(StopCause.NOT_REACQUIRING));
    }

    @Test // PG-5
    void closingAConnectionReleasesItsClaims() {
        Baton baton = fixture.connect();
        Candidate leader = fixture.candidate(baton, "leader", settings -> settings);
        Candidate standby = fixture.candidate("standby");
        leader.start();
        standby.start();
        fixture.millis(1);
        baton.close();
        baton.close();
        fixture.millis(1);
        assertThat(leader.state()).isEqualTo(CandidateState.STOPPED);
        assertThat(standby.isLeader()).isTrue();
        assertThat(Optional.of(leader).filter(Candidate::isLeader)).isEmpty();
    }

    @Test // PG-8
    void stopSignalStopsTheCandidateAndPreventsAStart() {
        CompletableFuture<Void> signal = new CompletableFuture<>();
        Candidate leader = fixture.candidate("leader", settings -> settings.stopSignal(signal));
        leader.start();
        fixture.millis(1);
        assertThat(leader.isLeader()).isTrue();
        signal.complete(null);
        fixture.millis(1);
        assertThat(leader.state()).isEqualTo(CandidateState.STOPPED);
        leader.start();
        fixture.millis(1);
        assertThat(leader.state()).isEqualTo(CandidateState.STOPPED);
    }
}
