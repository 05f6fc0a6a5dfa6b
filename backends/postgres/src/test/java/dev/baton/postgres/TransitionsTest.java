package dev.baton.postgres;

import static dev.baton.postgres.PostgresFixture.await;
import static dev.baton.postgres.PostgresFixture.awaitEpoch;
import static dev.baton.postgres.PostgresFixture.events;
import static dev.baton.postgres.PostgresFixture.settings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateState;
import dev.baton.EndReason;
import dev.baton.Leadership;
import dev.baton.ShutdownException;
import dev.baton.StopCause;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every row of the transition table, on a real server. */
@Timeout(value = 90, unit = TimeUnit.SECONDS)
class TransitionsTest {
    private final PostgresFixture fixture = PostgresFixture.onNewest();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test // PG-2: STOPPED + Start, FOLLOWER + AcquireAttempt, ACQUIRING + AcquireSucceeded
    void startPassesFollowerAndAcquiringToLeader() {
        Candidate candidate = fixture.candidate("only");
        List<CandidateEvent> events = events(candidate);
        assertThat(candidate.state()).isEqualTo(CandidateState.STOPPED);
        candidate.start();
        awaitEpoch(candidate);
        await("all events arrived", () -> changes(events).size() == 3);
        assertThat(changes(events)).containsExactly("STOPPED>FOLLOWER", "FOLLOWER>ACQUIRING", "ACQUIRING>LEADER");
    }

    @Test // PG-2: ACQUIRING + AcquireFailed; FOLLOWER + StopRequested
    void candidateFollowsWhileLockIsHeldAndStops() {
        Candidate leader = fixture.candidate("leader");
        leader.start();
        awaitEpoch(leader);
        Candidate other = fixture.candidate("other");
        List<CandidateEvent> events = events(other);
        other.start();
        await("the attempt failed", () -> events.stream().anyMatch(CandidateEvent.AcquireFailed.class::isInstance));
        assertThat(events.stream()
                        .filter(CandidateEvent.AcquireFailed.class::isInstance)
                        .map(event -> ((CandidateEvent.AcquireFailed) event).holder())
                        .findFirst())
                .contains(Optional.of("leader"));
        other.stop(Duration.ofSeconds(5));
        await("the stop was reported", () -> events.contains(new CandidateEvent.Stopped(StopCause.REQUESTED)));
        assertThat(other.state()).isEqualTo(CandidateState.STOPPED);
    }

    @Test // PG-2, PG-11: ACQUIRING + DbError
    void errorWhileAcquiringIsFailedAttemptNotLoss() {
        fixture.store.breakDown();
        Candidate candidate = fixture.candidate("only");
        List<CandidateEvent> events = events(candidate);
        candidate.start();
        await("the error was reported", () -> events.stream().anyMatch(CandidateEvent.ErrorRaised.class::isInstance));
        assertThat(events)
                .anyMatch(CandidateEvent.AcquireFailed.class::isInstance)
                .noneMatch(CandidateEvent.Lost.class::isInstance);
        fixture.store.repair();
        awaitEpoch(candidate);
    }

    @Test // PG-2: ACQUIRING + StopRequested
    void stopDuringAttemptLeavesNoLock() {
        for (int round = 0; round < 5; round++) {
            Candidate hasty = fixture.candidate("hasty" + round);
            hasty.start();
            await("the attempt has begun", () -> hasty.state() != CandidateState.STOPPED);
            hasty.stop(Duration.ofSeconds(5));
            Candidate next = fixture.candidate("next" + round);
            next.start();
            awaitEpoch(next);
            next.close();
        }
    }

    @Test // PG-2, PG-11: LEADER + HealthFailed without a grace period
    void terminatedSessionIsLossAndCandidateReacquires() {
        Candidate candidate = fixture.candidate("only");
        List<CandidateEvent> events = events(candidate);
        candidate.start();
        long epoch = awaitEpoch(candidate);
        Leadership leadership = candidate.leadership().orElseThrow();
        long before = System.nanoTime();
        assertThat(fixture.terminate("lock")).isEqualTo(1);
        await("the loss was reported", () -> events.contains(new CandidateEvent.Lost(epoch, EndReason.SESSION_CLOSED)));
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(1));
        assertThat(leadership.isValid()).isFalse();
        assertThat(awaitEpoch(candidate)).isGreaterThan(epoch);
    }

    @Test // PG-2: footnote 1, not reacquiring
    void lossStopsWithoutAutoReacquire() {
        Candidate candidate = fixture.candidate(settings("only").autoReacquire(false));
        List<CandidateEvent> events = events(candidate);
        candidate.start();
        awaitEpoch(candidate);
        fixture.terminate("lock");
        await("the candidate stopped", () -> events.contains(new CandidateEvent.Stopped(StopCause.NOT_REACQUIRING)));
        assertThat(candidate.state()).isEqualTo(CandidateState.STOPPED);
    }

    @Test // PG-7: RECONNECTING + ReacquireSucceeded
    void recoversWithSameEpochWithinReconnectGrace() {
        Candidate candidate = fixture.candidate(settings("only").reconnectGrace(Duration.ofSeconds(10)));
        List<CandidateEvent> events = events(candidate);
        candidate.start();
        long epoch = awaitEpoch(candidate);
        Leadership before = candidate.leadership().orElseThrow();
        assertThat(fixture.terminate("lock")).isEqualTo(1);
        await("the claim was recovered", () -> changes(events).contains("RECONNECTING>LEADER"));
        assertThat(awaitEpoch(candidate)).isEqualTo(epoch);
        assertThat(before.isValid()).isFalse();
        // FENCE-1: guards of the recovered tenure compare the id that the store has.
        assertThat(candidate.leadership().flatMap(Leadership::tenureId))
                .isPresent()
                .isEqualTo(before.tenureId());
        assertThat(fixture.number("SELECT count(*) FROM baton_epochs WHERE tenure = '"
                        + before.tenureId().orElseThrow() + "'"))
                .isEqualTo(1);
        assertThat(events).noneMatch(CandidateEvent.Lost.class::isInstance);
        assertThat(events.stream().filter(CandidateEvent.Acquired.class::isInstance))
                .hasSize(1);
    }

    @Test // PG-7: RECONNECTING + ReacquireFailed
    void recoveryFailsIfStandbyWasFaster() {
        Candidate slow = fixture.candidate(settings("slow").reconnectGrace(Duration.ofSeconds(60)));
        List<CandidateEvent> events = events(slow);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        slow.whileLeading(leadership -> {
            begun.countDown();
            ignoringInterrupts(released);
        });
        slow.start();
        await("the work has begun", () -> begun.getCount() == 0);
        long epoch = awaitEpoch(slow);
        Candidate standby = fixture.candidate("standby");
        standby.start();
        await("the standby waits", () -> fixture.sessions("wait") == 1);
        // The work does not stop, so its candidate may not reacquire; the standby does.
        fixture.terminate("lock");
        assertThat(awaitEpoch(standby)).isGreaterThan(epoch);
        released.countDown();
        await("the loss was reported", () -> events.contains(new CandidateEvent.Lost(epoch, EndReason.TAKEN_OVER)));
    }

    @Test // PG-7: RECONNECTING + GraceExpired
    void expiredReconnectGraceIsLoss() {
        Candidate candidate = fixture.candidate(settings("only").reconnectGrace(Duration.ofMillis(300)));
        List<CandidateEvent> events = events(candidate);
        candidate.start();
        long epoch = awaitEpoch(candidate);
        fixture.store.breakDown();
        await("the loss was reported", () -> events.contains(new CandidateEvent.Lost(epoch, EndReason.UNREACHABLE)));
        assertThat(changes(events)).contains("LEADER>RECONNECTING");
        assertThat(candidate.isLeader()).isFalse();
    }

    @Test // PG-11: RECONNECTING + StopRequested
    void stopWhileReconnectingIsLossByShutdown() {
        Candidate candidate = fixture.candidate(settings("only").reconnectGrace(Duration.ofSeconds(60)));
        List<CandidateEvent> events = events(candidate);
        candidate.start();
        long epoch = awaitEpoch(candidate);
        fixture.store.breakDown();
        await("the candidate reconnects", () -> candidate.state() == CandidateState.RECONNECTING);
        candidate.stop(Duration.ofSeconds(5));
        await("all events arrived", () -> events.contains(new CandidateEvent.Stopped(StopCause.REQUESTED)));
        assertThat(events).contains(new CandidateEvent.Lost(epoch, EndReason.SHUT_DOWN));
    }

    @Test // PG-5: LEADER + ReleaseRequested, RELEASING + ReleaseSucceeded, footnote 2
    void standbyWinsAfterStepDown() {
        Candidate leader = fixture.candidate("leader");
        List<CandidateEvent> events = events(leader);
        leader.start();
        long epoch = awaitEpoch(leader);
        Candidate standby = fixture.candidate("standby");
        standby.start();
        await("the standby waits", () -> fixture.sessions("wait") == 1);
        assertThat(leader.stepDown(Duration.ofSeconds(5))).isTrue();
        assertThat(awaitEpoch(standby)).isGreaterThan(epoch);
        await(
                "the release was reported",
                () -> events.contains(new CandidateEvent.Released(epoch, EndReason.RESIGNED)));
        assertThat(leader.state()).isNotEqualTo(CandidateState.STOPPED);
    }

    @Test // PG-5: RELEASING past its time limit
    void stepDownPastTimeLimitFreesLock() {
        Candidate stubborn = fixture.candidate(settings("stubborn").drain(Duration.ofSeconds(60)));
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        stubborn.whileLeading(leadership -> {
            begun.countDown();
            ignoringInterrupts(released);
        });
        stubborn.start();
        await("the work has begun", () -> begun.getCount() == 0);
        long epoch = awaitEpoch(stubborn);
        Candidate standby = fixture.candidate("standby");
        standby.start();
        assertThat(stubborn.stepDown(Duration.ofMillis(200))).isTrue();
        assertThat(awaitEpoch(standby)).isGreaterThan(epoch);
        released.countDown();
    }

    @Test // PG-5: LEADER + StopRequested past its time limit
    void stopPastTimeLimitThrowsAndFreesLock() {
        Candidate stubborn = fixture.candidate(settings("stubborn").drain(Duration.ofSeconds(60)));
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        stubborn.whileLeading(leadership -> {
            begun.countDown();
            ignoringInterrupts(released);
        });
        stubborn.start();
        await("the work has begun", () -> begun.getCount() == 0);
        awaitEpoch(stubborn);
        assertThatThrownBy(() -> stubborn.stop(Duration.ofMillis(200))).isInstanceOf(ShutdownException.class);
        Candidate next = fixture.candidate("next");
        next.start();
        awaitEpoch(next);
        released.countDown();
    }

    @Test // PG-11: RELEASING + ReleaseFailed
    void failedReleaseStillFreesLock() {
        Candidate leader = fixture.candidate(settings("leader").autoReacquire(false));
        List<CandidateEvent> events = events(leader);
        leader.start();
        awaitEpoch(leader);
        fixture.store.breakDown();
        leader.stop(Duration.ofSeconds(20));
        await("the end was reported", () -> events.stream().anyMatch(CandidateEvent.Stopped.class::isInstance));
        assertThat(events.stream()
                        .filter(event ->
                                event instanceof CandidateEvent.Lost || event instanceof CandidateEvent.Released))
                .hasSize(1);
        fixture.store.repair();
        Candidate next = fixture.candidate("next");
        next.start();
        awaitEpoch(next);
    }

    @Test // PG-4: the strategy gives up
    void retryStrategyThatGivesUpStopsCandidate() {
        Candidate leader = fixture.candidate("leader");
        leader.start();
        awaitEpoch(leader);
        Candidate impatient = fixture.candidate(settings("impatient")
                .retry(context -> context.attempt() < 3 ? Optional.of(Duration.ofMillis(10)) : Optional.empty()));
        List<CandidateEvent> events = events(impatient);
        impatient.start();
        await("the candidate gave up", () -> events.contains(new CandidateEvent.Stopped(StopCause.GAVE_UP)));
    }

    private static List<String> changes(List<CandidateEvent> events) {
        return events.stream()
                .filter(CandidateEvent.StateChanged.class::isInstance)
                .map(CandidateEvent.StateChanged.class::cast)
                .map(change -> change.from() + ">" + change.to())
                .toList();
    }

    private static void ignoringInterrupts(CountDownLatch until) {
        boolean waiting = true;
        while (waiting) {
            try {
                until.await();
                waiting = false;
            } catch (InterruptedException ignored) {
                waiting = until.getCount() > 0;
            }
        }
    }
}
