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

/** Stores that reply late, never, or with a bug. */
class StoreFaultsTest {
    private final ElectionFixture fixture = new ElectionFixture();
    private final ControlledBackend backend = new ControlledBackend(fixture.store.open(fixture.time));
    private final Baton baton = fixture.over(backend);
    private final Candidate candidate = fixture.candidate(baton, "candidate", settings -> settings);
    private final List<CandidateEvent> events = ElectionFixture.eventsOf(candidate);

    @Test // API-6
    void grantThatArrivesAfterTheStopIsReleased() {
        backend.delayReplies();
        candidate.start();
        fixture.millis(1);
        candidate.stop(Duration.ofSeconds(1));
        backend.deliverReplies();
        assertThat(backend.released).containsExactly(1L);
        assertThat(candidate.isLeader()).isFalse();
        Candidate next = fixture.candidate("next");
        next.start();
        fixture.millis(1);
        assertThat(next.isLeader()).isTrue();
    }

    @Test // API-6
    void lateGrantOfTimedOutAttemptIsReleased() {
        backend.delayReplies();
        candidate.start();
        fixture.seconds(3);
        assertThat(candidate.state()).isEqualTo(CandidateState.FOLLOWER);
        assertThat(ElectionFixture.withoutStateChanges(events))
                .hasAtLeastOneElementOfType(CandidateEvent.ErrorRaised.class);
        backend.deliverReplies();
        assertThat(backend.released).as("released late grant").containsExactly(1L);
        assertThat(candidate.leadership().map(Leadership::epoch))
                .as("leads by a new attempt")
                .contains(2L);
    }

    @Test // API-2
    void tooOldGrantIsReleased() {
        Candidate slow = fixture.candidate(
                baton,
                "slow",
                settings -> settings.validity(Duration.ofSeconds(2)).stopGrace(Duration.ofMillis(600)));
        backend.delayReplies();
        slow.start();
        fixture.millis(1_500);
        backend.deliverReplies();
        assertThat(backend.released).containsExactly(1L);
        assertThat(slow.leadership().map(Leadership::epoch))
                .as("leads by a new attempt")
                .contains(2L);
    }

    @Test // PG-11
    void releaseWithoutReplyDropsTheSession() {
        candidate.start();
        fixture.millis(1);
        backend.neverReplies = true;
        Candidate standby = fixture.candidate("standby");
        standby.start();
        candidate.stepDown(Duration.ZERO);
        fixture.millis(1);
        assertThat(standby.isLeader()).isTrue();
        assertThat(ElectionFixture.withoutStateChanges(events))
                .contains(new CandidateEvent.Lost(1, EndReason.SESSION_CLOSED));
    }

    @Test // API-5
    void renewalsWithoutReplyLoseTheTenureAsUnreachable() {
        candidate.start();
        fixture.millis(1);
        backend.neverReplies = true;
        fixture.seconds(10);
        assertThat(events)
                .contains(new CandidateEvent.Lost(1, EndReason.UNREACHABLE))
                .anyMatch(event ->
                        event instanceof CandidateEvent.ErrorRaised error && error.cause() instanceof TimeoutException);
    }

    @Test // API-5
    void signalledLossEndsTheTenureAtOnceUnlessItIsOfAnEarlierOne() {
        candidate.start();
        fixture.millis(1);
        Leadership before = candidate.leadership().orElseThrow();
        backend.signals("candidate").claimGone(before.epoch() - 1, EndReason.TAKEN_OVER);
        assertThat(before.isValid()).isTrue();
        backend.signals("candidate").claimGone(before.epoch(), EndReason.SESSION_CLOSED);
        assertThat(before.isValid()).isFalse();
        assertThat(before.endReason()).contains(EndReason.SESSION_CLOSED);
        assertThat(events).contains(new CandidateEvent.Lost(1, EndReason.SESSION_CLOSED));
    }

    @Test // FENCE-1
    void grantWhoseReleaseIsUnknownIsWithdrawn() {
        backend.delayReplies();
        candidate.start();
        fixture.millis(1);
        candidate.stop(Duration.ofSeconds(1));
        backend.releasesFail = true;
        backend.deliverReplies();
        assertThat(baton.election(ElectionFixture.ELECTION).leader())
                .as("claim left behind")
                .isEmpty();
    }

    @Test // API-1
    void thousandElectionsRenewInOneRoundTrip() {
        List<Candidate> candidates = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            Candidate next = baton.candidate("election-" + i);
            next.start();
            fixture.time.advance(Duration.ofMillis(2));
            candidates.add(next);
        }
        assertThat(candidates).allMatch(Candidate::isLeader);
        fixture.seconds(10);
        backend.renewals.clear();
        fixture.seconds(20);
        assertThat(backend.renewals).containsExactly(1_000, 1_000, 1_000, 1_000);
        assertThat(candidates).allMatch(Candidate::isLeader);
    }

    @Test // API-2
    void backendBugStopsOneCandidateWithAnErrorAndNoOther() {
        Candidate other = baton.candidate("other");
        other.start();
        fixture.millis(1);
        backend.throwsOnAcquire = true;
        candidate.start();
        fixture.millis(1);
        assertThat(candidate.state()).isEqualTo(CandidateState.STOPPED);
        assertThat(ElectionFixture.withoutStateChanges(events))
                .endsWith(new CandidateEvent.Stopped(StopCause.RUNTIME_FAILED));
        assertThat(other.isLeader()).isTrue();
        backend.throwsOnAcquire = false;
        candidate.start();
        fixture.millis(1);
        assertThat(candidate.isLeader()).isTrue();
    }

    @Test // API-2, PG-4
    void candidateTriesAgainAfterATimeWithoutThreads() {
        backend.hasNoThreads = true;
        candidate.start();
        fixture.seconds(20);
        assertThat(candidate.state()).isNotEqualTo(CandidateState.STOPPED);
        candidate.stop(Duration.ofSeconds(1));
        assertThat(ElectionFixture.withoutStateChanges(events))
                .endsWith(new CandidateEvent.Stopped(StopCause.REQUESTED));
        candidate.start();
        fixture.seconds(1);
        backend.hasNoThreads = false;
        fixture.seconds(60);
        assertThat(candidate.isLeader()).isTrue();
    }

    @Test // API-2
    void backendBugInRenewEndsTheLeadershipInTime() {
        candidate.start();
        fixture.millis(1);
        Leadership before = candidate.leadership().orElseThrow();
        backend.throwsOnRenew = true;
        fixture.seconds(10);
        assertThat(before.isValid()).isFalse();
        assertThat(ElectionFixture.withoutStateChanges(events))
                .contains(new CandidateEvent.Lost(1, EndReason.UNREACHABLE));
        backend.throwsOnRenew = false;
        fixture.seconds(10);
        assertThat(candidate.isLeader()).isTrue();
    }

    @Test // API-2, API-3
    void secondBugDuringErrorHandlingEndsTheLeadershipAndAwaitsTheWork() {
        CountDownLatch mayReturn = new CountDownLatch(1);
        List<String> log = new CopyOnWriteArrayList<>();
        candidate.whileLeading(leadership -> {
            log.add("runs");
            while (mayReturn.getCount() > 0) {
                try {
                    mayReturn.await();
                } catch (InterruptedException ignored) {
                    log.add("interrupted");
                }
            }
        });
        candidate.start();
        fixture.millis(1);
        ElectionFixture.await("the work is running", () -> log.contains("runs"));
        Leadership before = candidate.leadership().orElseThrow();
        backend.throwsOnWithdraw = true;
        candidate.stepDown(Duration.ZERO);
        assertThat(candidate.state()).isEqualTo(CandidateState.STOPPED);
        assertThat(before.isValid()).isFalse();
        backend.throwsOnWithdraw = false;
        candidate.start();
        fixture.seconds(30);
        assertThat(candidate.isLeader())
                .as("leads while the old work is running")
                .isFalse();
        mayReturn.countDown();
        ElectionFixture.await("it leads again", () -> {
            fixture.seconds(1);
            return candidate.isLeader();
        });
    }

    @Test // PG-11
    void renewalOvertakenByReleaseIsNotALoss() {
        candidate.start();
        fixture.millis(1);
        backend.delayReplies();
        backend.renewalsReturnGone = true;
        fixture.time.advance(Duration.ofMillis(5_001));
        assertThat(backend.renewals).isNotEmpty();
        candidate.closeAsync();
        fixture.millis(1);
        assertThat(backend.released).containsExactly(1L);
        backend.deliverReplies();
        fixture.millis(1);
        assertThat(ElectionFixture.withoutStateChanges(events))
                .anyMatch(CandidateEvent.Released.class::isInstance)
                .noneMatch(CandidateEvent.Lost.class::isInstance);
    }
}
