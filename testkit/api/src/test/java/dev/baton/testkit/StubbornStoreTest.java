package dev.baton.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateState;
import dev.baton.EndReason;
import dev.baton.Leadership;
import dev.baton.StopCause;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** Stores that answer late, not at all, or with a bug. */
class StubbornStoreTest {
    private final Stage stage = new Stage();
    private final StubbornBackend backend = new StubbornBackend(stage.store.open(stage.time));
    private final Baton baton = stage.over(backend);
    private final Candidate candidate = stage.candidate(baton, "candidate", settings -> settings);
    private final List<CandidateEvent> events = Stage.eventsOf(candidate);

    @Test // API-6
    void aGrantThatComesAfterTheStopIsGivenBack() {
        backend.holdBack();
        candidate.start();
        stage.millis(1);
        candidate.stop(Duration.ofSeconds(1));
        backend.letGo();
        assertThat(backend.released).containsExactly(1L);
        assertThat(candidate.isLeader()).isFalse();
        Candidate next = stage.candidate("next");
        next.start();
        stage.millis(1);
        assertThat(next.isLeader()).isTrue();
    }

    @Test // API-6
    void anAttemptThatIsNotAnsweredInTimeIsUnknownAndItsLateGrantLeadsNobody() {
        backend.holdBack();
        candidate.start();
        stage.seconds(3);
        assertThat(candidate.state()).isEqualTo(CandidateState.FOLLOWER);
        assertThat(Stage.newsOf(events)).hasAtLeastOneElementOfType(CandidateEvent.ErrorRaised.class);
        backend.letGo();
        assertThat(backend.released).as("the late grant is given back").containsExactly(1L);
        assertThat(candidate.leadership().map(Leadership::epoch))
                .as("leads by a new attempt")
                .contains(2L);
    }

    @Test // API-2
    void aGrantThatIsTooOldWhenItComesDoesNotLead() {
        Candidate slow = stage.candidate(
                baton,
                "slow",
                settings -> settings.validity(Duration.ofSeconds(2)).stopGrace(Duration.ofMillis(600)));
        backend.holdBack();
        slow.start();
        stage.millis(1_500);
        backend.letGo();
        assertThat(backend.released).containsExactly(1L);
        assertThat(slow.leadership().map(Leadership::epoch))
                .as("leads by a new attempt")
                .contains(2L);
    }

    @Test // PG-11
    void aReleaseThatIsNotAnsweredDropsTheSession() {
        candidate.start();
        stage.millis(1);
        backend.answersNothing = true;
        Candidate standby = stage.candidate("standby");
        standby.start();
        candidate.stepDown(Duration.ZERO);
        stage.millis(1);
        assertThat(standby.isLeader()).isTrue();
        assertThat(Stage.newsOf(events)).contains(new CandidateEvent.Lost(1, EndReason.SESSION_CLOSED));
    }

    @Test // API-5
    void renewalsThatAreNotAnsweredLoseTheReignAsUnreachable() {
        candidate.start();
        stage.millis(1);
        backend.answersNothing = true;
        stage.seconds(10);
        assertThat(events)
                .contains(new CandidateEvent.Lost(1, EndReason.UNREACHABLE))
                .anyMatch(event ->
                        event instanceof CandidateEvent.ErrorRaised error && error.cause() instanceof TimeoutException);
    }

    @Test // API-5
    void aLossThatTheStoreSignalsIsHeardAtOnceAndOneOfAnEarlierReignIsNot() {
        candidate.start();
        stage.millis(1);
        Leadership reign = candidate.leadership().orElseThrow();
        backend.signals("candidate").claimGone(reign.epoch() - 1, EndReason.TAKEN_OVER);
        assertThat(reign.isValid()).isTrue();
        backend.signals("candidate").claimGone(reign.epoch(), EndReason.SESSION_CLOSED);
        assertThat(reign.isValid()).isFalse();
        assertThat(reign.endReason()).contains(EndReason.SESSION_CLOSED);
        assertThat(events).contains(new CandidateEvent.Lost(1, EndReason.SESSION_CLOSED));
    }

    @Test // FENCE-1
    void aGrantWhoseReleaseIsUnknownIsWithdrawn() {
        backend.holdBack();
        candidate.start();
        stage.millis(1);
        candidate.stop(Duration.ofSeconds(1));
        backend.releasesFail = true;
        backend.letGo();
        assertThat(baton.election(Stage.ELECTION).leader())
                .as("nothing is left behind")
                .isEmpty();
    }

    @Test // API-1
    void aThousandElectionsRenewInOneRoundTrip() {
        List<Candidate> candidates = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            Candidate one = baton.candidate("election-" + i);
            one.start();
            stage.time.advance(Duration.ofMillis(2));
            candidates.add(one);
        }
        assertThat(candidates).allMatch(Candidate::isLeader);
        stage.seconds(10);
        backend.renewals.clear();
        stage.seconds(20);
        assertThat(backend.renewals).containsExactly(1_000, 1_000, 1_000, 1_000);
        assertThat(candidates).allMatch(Candidate::isLeader);
    }

    @Test // API-2
    void aBugInTheBackendStopsTheCandidateAloudAndNotItsNeighbour() {
        Candidate neighbour = baton.candidate("other");
        neighbour.start();
        stage.millis(1);
        backend.throwsOnAcquire = true;
        candidate.start();
        stage.millis(1);
        assertThat(candidate.state()).isEqualTo(CandidateState.STOPPED);
        assertThat(Stage.newsOf(events)).endsWith(new CandidateEvent.Stopped(StopCause.RUNTIME_FAILED));
        assertThat(neighbour.isLeader()).isTrue();
        backend.throwsOnAcquire = false;
        candidate.start();
        stage.millis(1);
        assertThat(candidate.isLeader()).isTrue();
    }

    @Test // API-2
    void aBugInRenewEndsTheLeadershipInTime() {
        candidate.start();
        stage.millis(1);
        Leadership reign = candidate.leadership().orElseThrow();
        backend.throwsOnRenew = true;
        stage.seconds(10);
        assertThat(reign.isValid()).isFalse();
        assertThat(Stage.newsOf(events)).contains(new CandidateEvent.Lost(1, EndReason.UNREACHABLE));
        backend.throwsOnRenew = false;
        stage.seconds(10);
        assertThat(candidate.isLeader()).isTrue();
    }

    @Test // API-2, API-3
    void aSecondBugWhileTheFirstIsDealtWithLeavesNobodyLeadingAndStillWaitsForTheWork() {
        CountDownLatch mayReturn = new CountDownLatch(1);
        List<String> log = new CopyOnWriteArrayList<>();
        candidate.whileLeading(leadership -> {
            log.add("runs");
            while (mayReturn.getCount() > 0) {
                try {
                    mayReturn.await();
                } catch (InterruptedException ignored) {
                    log.add("told");
                }
            }
        });
        candidate.start();
        stage.millis(1);
        Stage.await("the work runs", () -> log.contains("runs"));
        Leadership reign = candidate.leadership().orElseThrow();
        backend.throwsOnWithdraw = true;
        candidate.stepDown(Duration.ZERO);
        assertThat(candidate.state()).isEqualTo(CandidateState.STOPPED);
        assertThat(reign.isValid()).isFalse();
        backend.throwsOnWithdraw = false;
        candidate.start();
        stage.seconds(30);
        assertThat(candidate.isLeader()).as("leads while the old work runs").isFalse();
        mayReturn.countDown();
        Stage.await("it leads again", () -> {
            stage.seconds(1);
            return candidate.isLeader();
        });
    }

    @Test // PG-11
    void aRenewalThatIsOvertakenByTheReleaseIsNoLoss() {
        candidate.start();
        stage.millis(1);
        backend.holdBack();
        backend.renewalsFindNothing = true;
        stage.time.advance(Duration.ofMillis(5_001));
        assertThat(backend.renewals).isNotEmpty();
        candidate.closeAsync();
        stage.millis(1);
        assertThat(backend.released).containsExactly(1L);
        backend.letGo();
        stage.millis(1);
        assertThat(Stage.newsOf(events))
                .anyMatch(CandidateEvent.Released.class::isInstance)
                .noneMatch(CandidateEvent.Lost.class::isInstance);
    }
}
