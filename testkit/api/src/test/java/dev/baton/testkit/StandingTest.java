package dev.baton.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateState;
import dev.baton.EndReason;
import dev.baton.Leadership;
import dev.baton.RetryAttempt;
import dev.baton.RetryStrategy;
import dev.baton.StopCause;
import dev.baton.TransferOutcome;
import dev.baton.internal.retry.ExponentialBackoff;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** How candidates stand: retries, priority, transfer, gates. */
class StandingTest {
    private final Stage stage = new Stage();

    @Test // PG-4
    void theStrategyIsToldAttemptTimeAndErrorAndStartsOverWithEachReign() {
        List<RetryAttempt> contexts = new CopyOnWriteArrayList<>();
        ExponentialBackoff backoff = new ExponentialBackoff();
        Candidate candidate = stage.candidate(
                "candidate",
                settings -> settings.retry(context -> {
                    contexts.add(context);
                    return backoff.nextDelay(context);
                }));
        stage.store.breakDown();
        candidate.start();
        for (int failures = 1; failures <= 3; failures++) {
            int expected = failures;
            Stage.await("asked", () -> {
                stage.millis(500);
                return contexts.size() >= expected;
            });
        }
        assertThat(contexts).extracting(RetryAttempt::attempt).startsWith(1, 2, 3);
        assertThat(contexts.get(0).elapsed()).isZero();
        assertThat(contexts.get(1).elapsed()).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
        assertThat(contexts.get(2).lastError()).isPresent();
        stage.store.repair();
        Stage.await("it leads", () -> {
            stage.millis(500);
            return candidate.isLeader();
        });
        contexts.clear();
        stage.store.breakDown();
        Stage.await("asked in a new cycle", () -> {
            stage.millis(500);
            return !contexts.isEmpty();
        });
        assertThat(contexts.get(0).attempt()).isEqualTo(1);
    }

    @Test // PG-4
    void aStrategyThatGivesUpStopsTheCandidate() {
        Candidate leader = stage.candidate("leader");
        leader.start();
        stage.millis(1);
        Candidate candidate = stage.candidate(
                "candidate",
                settings -> settings.retry(
                        context -> context.attempt() < 3 ? Optional.of(Duration.ofSeconds(1)) : Optional.empty()));
        List<CandidateEvent> events = Stage.eventsOf(candidate);
        candidate.start();
        Stage.await("it gave up", () -> {
            stage.millis(500);
            return candidate.state() == CandidateState.STOPPED;
        });
        assertThat(events).endsWith(new CandidateEvent.Stopped(StopCause.GAVE_UP));
        assertThat(events)
                .filteredOn(CandidateEvent.AcquireFailed.class::isInstance)
                .hasSize(3);
    }

    @Test // PG-4
    void aStrategyThatThrowsOrAnswersNothingIsToldAndTriedAgainAfterFiveSeconds() {
        keepsTrying(context -> {
            throw new IllegalStateException("bug");
        });
        keepsTrying(context -> nothing());
    }

    private void keepsTrying(RetryStrategy broken) {
        Candidate leader = stage.candidate("leader");
        leader.start();
        stage.millis(1);
        Candidate candidate = stage.candidate("candidate", settings -> settings.retry(broken));
        List<CandidateEvent> events = Stage.eventsOf(candidate);
        candidate.start();
        Stage.await("several attempts", () -> {
            stage.seconds(1);
            return events.stream()
                            .filter(CandidateEvent.AcquireFailed.class::isInstance)
                            .count()
                    > 2;
        });
        assertThat(events).hasAtLeastOneElementOfType(CandidateEvent.ErrorRaised.class);
        leader.close();
        candidate.close();
    }

    @SuppressWarnings("NullAway") // what a careless strategy does
    private static Optional<Duration> nothing() {
        return null;
    }

    @Test // API-8
    void aStandbyOfLowerPriorityGivesTheOtherAHeadStart() {
        Candidate leader = stage.candidate("leader");
        leader.start();
        stage.millis(1);
        Candidate low = stage.candidate("low");
        Candidate high = stage.candidate("high", settings -> settings.priority(5));
        low.start();
        high.start();
        stage.seconds(6);
        leader.close();
        stage.millis(1);
        assertThat(high.isLeader()).isTrue();
        high.close();
        stage.millis(1);
        assertThat(low.isLeader())
                .as("inside the head start of one that is gone")
                .isFalse();
        stage.millis(300);
        assertThat(low.isLeader()).isTrue();
    }

    @Test // API-8
    void aTransferReachesItsTargetWhoeverAsksForIt() {
        Candidate a = stage.candidate("a");
        Candidate b = stage.candidate("b");
        Candidate c = stage.candidate("c");
        List<CandidateEvent> events = Stage.eventsOf(a);
        a.start();
        stage.millis(1);
        b.start();
        c.start();
        stage.seconds(1);
        assertThat(a.transferTo("c")).isEqualTo(TransferOutcome.SENT);
        stage.seconds(1);
        assertThat(c.isLeader()).isTrue();
        assertThat(events).contains(new CandidateEvent.Released(1, EndReason.TRANSFERRED));
        stage.seconds(3);
        assertThat(a.transferTo("b")).as("asked by one that does not lead").isEqualTo(TransferOutcome.SENT);
        stage.seconds(1);
        assertThat(b.isLeader()).isTrue();
        assertThat(a.transferTo("b")).as("to the one that leads").isEqualTo(TransferOutcome.SENT);
        assertThat(a.transferTo("nobody")).isEqualTo(TransferOutcome.UNKNOWN_TARGET);
        stage.seconds(1);
        assertThat(b.isLeader()).isTrue();
    }

    @Test // API-8
    void aTransferBackAtOnceReachesTheOneThatHasJustYielded() {
        Candidate a = stage.candidate("a");
        Candidate b = stage.candidate("b");
        a.start();
        stage.millis(1);
        b.start();
        stage.seconds(1);
        a.transferTo("b");
        stage.millis(100);
        assertThat(b.isLeader()).isTrue();
        assertThat(a.transferTo("a")).as("asked by a control frame").isEqualTo(TransferOutcome.SENT);
        stage.millis(500);
        assertThat(a.isLeader())
                .as("well before its two seconds of letting others go first")
                .isTrue();
    }

    @Test // FILE-1
    void aGateCountsWhatItLetThroughAndWhatItSuppressed() {
        Candidate candidate = stage.candidate("candidate");
        assertThat(candidate.gate("dispatch").tryRun(leadership -> {})).isFalse();
        candidate.start();
        stage.millis(1);
        assertThat(candidate.gate("dispatch").tryRun(leadership -> {})).isTrue();
        stage.store.breakDown();
        stage.seconds(10);
        assertThat(candidate.gate("dispatch").tryRun(leadership -> {})).isFalse();
        assertThat(candidate.gate("dispatch").passed()).isEqualTo(1);
        assertThat(candidate.gate("dispatch").suppressed()).isEqualTo(2);
        assertThat(candidate.gate("reaction").suppressed()).isZero();
    }

    @Test // PG-5
    void waitingForLeadershipEndsWithItWithTheTimeoutOrWithTheStop() throws InterruptedException {
        Candidate leader = stage.candidate("leader");
        assertThat(leader.awaitLeadership(Duration.ofHours(1)))
                .as("it has not started")
                .isEmpty();
        leader.start();
        stage.millis(1);
        assertThat(leader.awaitLeadership(Duration.ofHours(1)).map(Leadership::epoch))
                .contains(1L);
        Candidate standby = stage.candidate("standby");
        standby.start();
        stage.millis(1);
        assertThat(standby.awaitLeadership(Duration.ofMillis(5))).isEmpty();
    }

    @Test // API-1
    void aConnectionThatIsClosedTakesNoNewCandidates() {
        Baton baton = stage.connect();
        assertThat(baton.backend().describe()).isEqualTo("memory:");
        baton.close();
        assertThatThrownBy(() -> baton.candidate("nightly"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("this connection to memory: is closed");
        assertThatThrownBy(() -> baton.election("../etc")).isInstanceOf(IllegalArgumentException.class);
    }
}
