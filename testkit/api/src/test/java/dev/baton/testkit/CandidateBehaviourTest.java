package dev.baton.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateState;
import dev.baton.Election;
import dev.baton.EndReason;
import dev.baton.Leadership;
import dev.baton.RetryAttempt;
import dev.baton.RetryStrategy;
import dev.baton.StopCause;
import dev.baton.TransferDecision;
import dev.baton.TransferOutcome;
import dev.baton.TransferResult;
import dev.baton.internal.retry.ExponentialBackoff;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Retries, priority, transfer and gates of candidates. */
class CandidateBehaviourTest {
    private final ElectionFixture fixture = new ElectionFixture();

    @Test // PG-4
    void retryStrategyReceivesAttemptTimeAndErrorAndStartsOverWithEachTenure() {
        List<RetryAttempt> attempts = new CopyOnWriteArrayList<>();
        ExponentialBackoff backoff = new ExponentialBackoff();
        Candidate candidate = fixture.candidate(
                "candidate",
                settings -> settings.retry(attempt -> {
                    attempts.add(attempt);
                    return backoff.nextDelay(attempt);
                }));
        fixture.store.breakDown();
        candidate.start();
        for (int failures = 1; failures <= 3; failures++) {
            int expected = failures;
            ElectionFixture.await("retry strategy called", () -> {
                fixture.millis(500);
                return attempts.size() >= expected;
            });
        }
        assertThat(attempts).extracting(RetryAttempt::attempt).startsWith(1, 2, 3);
        assertThat(attempts.get(0).elapsed()).isZero();
        assertThat(attempts.get(1).elapsed()).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
        assertThat(attempts.get(2).lastError()).isPresent();
        fixture.store.repair();
        ElectionFixture.await("leads", () -> {
            fixture.millis(500);
            return candidate.isLeader();
        });
        attempts.clear();
        fixture.store.breakDown();
        ElectionFixture.await("retry strategy called in a new cycle", () -> {
            fixture.millis(500);
            return !attempts.isEmpty();
        });
        assertThat(attempts.get(0).attempt()).isEqualTo(1);
    }

    @Test // PG-4
    void retryStrategyThatGivesUpStopsTheCandidate() {
        Candidate leader = fixture.candidate("leader");
        leader.start();
        fixture.millis(1);
        Candidate candidate = fixture.candidate(
                "candidate",
                settings -> settings.retry(
                        attempt -> attempt.attempt() < 3 ? Optional.of(Duration.ofSeconds(1)) : Optional.empty()));
        List<CandidateEvent> events = ElectionFixture.eventsOf(candidate);
        candidate.start();
        ElectionFixture.await("stopped", () -> {
            fixture.millis(500);
            return candidate.state() == CandidateState.STOPPED;
        });
        assertThat(events).endsWith(new CandidateEvent.Stopped(StopCause.GAVE_UP));
        assertThat(events)
                .filteredOn(CandidateEvent.AcquireFailed.class::isInstance)
                .hasSize(3);
    }

    @Test // PG-4
    void failedRetryStrategyIsReportedAndRetriedAfterFiveSeconds() {
        keepsTrying(attempt -> {
            throw new IllegalStateException("bug");
        });
        keepsTrying(attempt -> nullDelay());
    }

    private void keepsTrying(RetryStrategy broken) {
        Candidate leader = fixture.candidate("leader");
        leader.start();
        fixture.millis(1);
        Candidate candidate = fixture.candidate("candidate", settings -> settings.retry(broken));
        List<CandidateEvent> events = ElectionFixture.eventsOf(candidate);
        candidate.start();
        ElectionFixture.await("several attempts", () -> {
            fixture.seconds(1);
            return events.stream()
                            .filter(CandidateEvent.AcquireFailed.class::isInstance)
                            .count()
                    > 2;
        });
        assertThat(events).hasAtLeastOneElementOfType(CandidateEvent.ErrorRaised.class);
        leader.close();
        candidate.close();
    }

    @SuppressWarnings("NullAway") // simulates a faulty strategy
    private static Optional<Duration> nullDelay() {
        return null;
    }

    @Test // API-8
    void standbyWithLowerPriorityGivesTheOtherAHeadStart() {
        Candidate leader = fixture.candidate("leader");
        leader.start();
        fixture.millis(1);
        Candidate low = fixture.candidate("low");
        Candidate high = fixture.candidate("high", settings -> settings.priority(5));
        low.start();
        high.start();
        fixture.seconds(6);
        leader.close();
        fixture.millis(1);
        assertThat(high.isLeader()).isTrue();
        high.close();
        fixture.millis(1);
        assertThat(low.isLeader())
                .as("leads during the head start of a candidate that has ended")
                .isFalse();
        fixture.millis(300);
        assertThat(low.isLeader()).isTrue();
    }

    @Test // API-8
    void transferReachesItsTargetFromLeaderAndStandby() {
        Candidate a = fixture.candidate("a");
        Candidate b = fixture.candidate("b");
        Candidate c = fixture.candidate("c");
        List<CandidateEvent> events = ElectionFixture.eventsOf(a);
        a.start();
        fixture.millis(1);
        b.start();
        c.start();
        fixture.seconds(1);
        assertThat(a.transferTo("c")).isEqualTo(TransferOutcome.SENT);
        fixture.seconds(1);
        assertThat(c.isLeader()).isTrue();
        assertThat(events).contains(new CandidateEvent.Released(1, EndReason.TRANSFERRED));
        fixture.seconds(3);
        assertThat(a.transferTo("b")).as("requested by a standby").isEqualTo(TransferOutcome.SENT);
        fixture.seconds(1);
        assertThat(b.isLeader()).isTrue();
        assertThat(a.transferTo("b")).as("to the leader").isEqualTo(TransferOutcome.SENT);
        assertThat(a.transferTo("absent")).isEqualTo(TransferOutcome.UNKNOWN_TARGET);
        fixture.seconds(1);
        assertThat(b.isLeader()).isTrue();
    }

    @Test // API-8
    void leaderThatStepsDownPublishesThatItAccepted() {
        Candidate a = fixture.candidate("a");
        Candidate b = fixture.candidate("b");
        a.start();
        fixture.millis(1);
        b.start();
        fixture.seconds(1);
        Election election = fixture.connect().election(ElectionFixture.ELECTION);
        assertThat(election.transferTo("b", "r1")).isEqualTo(TransferOutcome.SENT);
        fixture.seconds(1);
        assertThat(b.isLeader()).isTrue();
        assertThat(election.transferResult("r1"))
                .contains(new TransferResult(ElectionFixture.ELECTION, "r1", TransferDecision.ACCEPTED, ""));
        assertThat(election.transferResult("r2")).isEmpty();
    }

    @Test // API-8
    void transferBackReachesThePredecessorAtOnce() {
        Candidate a = fixture.candidate("a");
        Candidate b = fixture.candidate("b");
        a.start();
        fixture.millis(1);
        b.start();
        fixture.seconds(1);
        a.transferTo("b");
        fixture.millis(100);
        assertThat(b.isLeader()).isTrue();
        assertThat(a.transferTo("a")).as("requested by a standby").isEqualTo(TransferOutcome.SENT);
        fixture.millis(500);
        assertThat(a.isLeader())
                .as("leads before its reacquire delay has passed")
                .isTrue();
    }

    @Test // FILE-1
    void gateCountsPassedAndSuppressedActions() {
        Candidate candidate = fixture.candidate("candidate");
        assertThat(candidate.gate("dispatch").tryRun(leadership -> {})).isFalse();
        candidate.start();
        fixture.millis(1);
        assertThat(candidate.gate("dispatch").tryRun(leadership -> {})).isTrue();
        fixture.store.breakDown();
        fixture.seconds(10);
        assertThat(candidate.gate("dispatch").tryRun(leadership -> {})).isFalse();
        assertThat(candidate.gate("dispatch").passed()).isEqualTo(1);
        assertThat(candidate.gate("dispatch").suppressed()).isEqualTo(2);
        assertThat(candidate.gate("reaction").suppressed()).isZero();
    }

    @Test // PG-5
    void awaitLeadershipEndsWithLeadershipTimeoutOrStop() throws InterruptedException {
        Candidate leader = fixture.candidate("leader");
        assertThat(leader.awaitLeadership(Duration.ofHours(1)))
                .as("not started")
                .isEmpty();
        leader.start();
        fixture.millis(1);
        assertThat(leader.awaitLeadership(Duration.ofHours(1)).map(Leadership::epoch))
                .contains(1L);
        Candidate standby = fixture.candidate("standby");
        standby.start();
        fixture.millis(1);
        assertThat(standby.awaitLeadership(Duration.ofMillis(5))).isEmpty();
    }

    @Test // API-1
    void closedConnectionRefusesNewCandidates() {
        Baton baton = fixture.connect();
        assertThat(baton.backend().describe()).isEqualTo("memory:");
        baton.close();
        assertThatThrownBy(() -> baton.candidate("nightly"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the connection to memory: is closed");
        assertThatThrownBy(() -> baton.election("../etc")).isInstanceOf(IllegalArgumentException.class);
    }
}
