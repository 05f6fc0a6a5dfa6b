package dev.baton.postgres;

import static dev.baton.postgres.Stage.await;
import static dev.baton.postgres.Stage.awaitEpoch;
import static dev.baton.postgres.Stage.events;
import static dev.baton.postgres.Stage.settings;
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

/** Every row of the seed's transition table, driven over a real server. */
@Timeout(value = 90, unit = TimeUnit.SECONDS)
class TransitionsTest {
    private final Stage stage = Stage.usual();

    @AfterEach
    void close() {
        stage.close();
    }

    @Test // PG-2: STOPPED + Start, FOLLOWER + AcquireAttempt, ACQUIRING + AcquireSucceeded
    void startingLeadsFromStoppedOverFollowerAndAcquiringToLeader() {
        Candidate candidate = stage.candidate("only");
        List<CandidateEvent> events = events(candidate);
        assertThat(candidate.state()).isEqualTo(CandidateState.STOPPED);
        candidate.start();
        awaitEpoch(candidate);
        await("all was told", () -> changes(events).size() == 3);
        assertThat(changes(events)).containsExactly("STOPPED>FOLLOWER", "FOLLOWER>ACQUIRING", "ACQUIRING>LEADER");
    }

    @Test // PG-2: ACQUIRING + AcquireFailed; FOLLOWER + StopRequested
    void aContenderThatFindsTheLockHeldFollowsAndStops() {
        Candidate leader = stage.candidate("leader");
        leader.start();
        awaitEpoch(leader);
        Candidate other = stage.candidate("other");
        List<CandidateEvent> events = events(other);
        other.start();
        await("it was refused", () -> events.stream().anyMatch(CandidateEvent.AcquireFailed.class::isInstance));
        assertThat(events.stream()
                        .filter(CandidateEvent.AcquireFailed.class::isInstance)
                        .map(event -> ((CandidateEvent.AcquireFailed) event).holder())
                        .findFirst())
                .contains(Optional.of("leader"));
        other.stop(Duration.ofSeconds(5));
        await("the stop was told", () -> events.contains(new CandidateEvent.Stopped(StopCause.REQUESTED)));
        assertThat(other.state()).isEqualTo(CandidateState.STOPPED);
    }

    @Test // PG-2, PG-11: ACQUIRING + DbError
    void anErrorWhileAcquiringIsAFailedAttemptAndNoLoss() {
        stage.store.breakDown();
        Candidate candidate = stage.candidate("only");
        List<CandidateEvent> events = events(candidate);
        candidate.start();
        await("the error was told", () -> events.stream().anyMatch(CandidateEvent.ErrorRaised.class::isInstance));
        assertThat(events)
                .anyMatch(CandidateEvent.AcquireFailed.class::isInstance)
                .noneMatch(CandidateEvent.Lost.class::isInstance);
        stage.store.repair();
        awaitEpoch(candidate);
    }

    @Test // PG-2: ACQUIRING + StopRequested
    void stoppingInTheMiddleOfAnAttemptLeavesNoLockBehind() {
        for (int round = 0; round < 5; round++) {
            Candidate hasty = stage.candidate("hasty" + round);
            hasty.start();
            await("it tries", () -> hasty.state() != CandidateState.STOPPED);
            hasty.stop(Duration.ofSeconds(5));
            Candidate next = stage.candidate("next" + round);
            next.start();
            awaitEpoch(next);
            next.close();
        }
    }

    @Test // PG-2, PG-11: LEADER + HealthFailed without a grace period
    void aSessionThatIsTerminatedIsALossAndTheCandidateStandsAgain() {
        Candidate candidate = stage.candidate("only");
        List<CandidateEvent> events = events(candidate);
        candidate.start();
        long epoch = awaitEpoch(candidate);
        Leadership leadership = candidate.leadership().orElseThrow();
        long before = System.nanoTime();
        assertThat(stage.terminate("lock")).isEqualTo(1);
        await("the loss was told", () -> events.contains(new CandidateEvent.Lost(epoch, EndReason.SESSION_CLOSED)));
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(1));
        assertThat(leadership.isValid()).isFalse();
        assertThat(awaitEpoch(candidate)).isGreaterThan(epoch);
    }

    @Test // PG-2: footnote 1, not reacquiring
    void withoutAutoReacquireALossStops() {
        Candidate candidate = stage.candidate(settings("only").autoReacquire(false));
        List<CandidateEvent> events = events(candidate);
        candidate.start();
        awaitEpoch(candidate);
        stage.terminate("lock");
        await("it stopped", () -> events.contains(new CandidateEvent.Stopped(StopCause.NOT_REACQUIRING)));
        assertThat(candidate.state()).isEqualTo(CandidateState.STOPPED);
    }

    @Test // PG-7: RECONNECTING + ReacquireSucceeded
    void aLossInsideTheGraceIsRecoveredUnderTheSameEpochWithoutAWord() {
        Candidate candidate = stage.candidate(settings("only").reconnectGrace(Duration.ofSeconds(10)));
        List<CandidateEvent> events = events(candidate);
        candidate.start();
        long epoch = awaitEpoch(candidate);
        Leadership before = candidate.leadership().orElseThrow();
        assertThat(stage.terminate("lock")).isEqualTo(1);
        await("it recovered", () -> changes(events).contains("RECONNECTING>LEADER"));
        assertThat(awaitEpoch(candidate)).isEqualTo(epoch);
        assertThat(before.isValid()).isFalse();
        assertThat(events).noneMatch(CandidateEvent.Lost.class::isInstance);
        assertThat(events.stream().filter(CandidateEvent.Acquired.class::isInstance))
                .hasSize(1);
    }

    @Test // PG-7: RECONNECTING + ReacquireFailed
    void aLossInsideTheGraceIsLostWhenSomebodyElseWasFaster() {
        Candidate slow = stage.candidate(settings("slow").reconnectGrace(Duration.ofSeconds(60)));
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
        Candidate standby = stage.candidate("standby");
        standby.start();
        await("the standby waits", () -> stage.sessions("wait") == 1);
        // Its work does not stop, so it may not ask for the lock again; the standby does.
        stage.store.server().terminate(stage.store.database(), "baton lock");
        assertThat(awaitEpoch(standby)).isGreaterThan(epoch);
        released.countDown();
        await("the loss was told", () -> events.contains(new CandidateEvent.Lost(epoch, EndReason.TAKEN_OVER)));
    }

    @Test // PG-7: RECONNECTING + GraceExpired
    void aGraceThatRunsOutIsALoss() {
        Candidate candidate = stage.candidate(settings("only").reconnectGrace(Duration.ofMillis(300)));
        List<CandidateEvent> events = events(candidate);
        candidate.start();
        long epoch = awaitEpoch(candidate);
        stage.store.breakDown();
        await("the loss was told", () -> events.contains(new CandidateEvent.Lost(epoch, EndReason.UNREACHABLE)));
        assertThat(changes(events)).contains("LEADER>RECONNECTING");
        assertThat(candidate.isLeader()).isFalse();
    }

    @Test // PG-11: RECONNECTING + StopRequested
    void stoppingWhileReconnectingIsALossByShutDown() {
        Candidate candidate = stage.candidate(settings("only").reconnectGrace(Duration.ofSeconds(60)));
        List<CandidateEvent> events = events(candidate);
        candidate.start();
        long epoch = awaitEpoch(candidate);
        stage.store.breakDown();
        await("it reconnects", () -> candidate.state() == CandidateState.RECONNECTING);
        candidate.stop(Duration.ofSeconds(5));
        await("all was told", () -> events.contains(new CandidateEvent.Stopped(StopCause.REQUESTED)));
        assertThat(events).contains(new CandidateEvent.Lost(epoch, EndReason.SHUT_DOWN));
    }

    @Test // PG-5: LEADER + ReleaseRequested, RELEASING + ReleaseSucceeded, footnote 2
    void afterAStepDownAWaitingStandbyWinsFirst() {
        Candidate leader = stage.candidate("leader");
        List<CandidateEvent> events = events(leader);
        leader.start();
        long epoch = awaitEpoch(leader);
        Candidate standby = stage.candidate("standby");
        standby.start();
        await("the standby waits", () -> stage.sessions("wait") == 1);
        assertThat(leader.stepDown(Duration.ofSeconds(5))).isTrue();
        assertThat(awaitEpoch(standby)).isGreaterThan(epoch);
        await("the release was told", () -> events.contains(new CandidateEvent.Released(epoch, EndReason.RESIGNED)));
        assertThat(leader.state()).isNotEqualTo(CandidateState.STOPPED);
    }

    @Test // PG-5: RELEASING past its time limit
    void aStepDownPastItsTimeLimitFreesTheLockAllTheSame() {
        Candidate stubborn = stage.candidate(settings("stubborn").drain(Duration.ofSeconds(60)));
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        stubborn.whileLeading(leadership -> {
            begun.countDown();
            ignoringInterrupts(released);
        });
        stubborn.start();
        await("the work has begun", () -> begun.getCount() == 0);
        long epoch = awaitEpoch(stubborn);
        Candidate standby = stage.candidate("standby");
        standby.start();
        assertThat(stubborn.stepDown(Duration.ofMillis(200))).isTrue();
        assertThat(awaitEpoch(standby)).isGreaterThan(epoch);
        released.countDown();
    }

    @Test // PG-5: LEADER + StopRequested past its time limit
    void aStopPastItsTimeLimitThrowsAndFreesTheLock() {
        Candidate stubborn = stage.candidate(settings("stubborn").drain(Duration.ofSeconds(60)));
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
        Candidate next = stage.candidate("next");
        next.start();
        awaitEpoch(next);
        released.countDown();
    }

    @Test // PG-11: RELEASING + ReleaseFailed
    void aReleaseThatFailsStillFreesTheLock() {
        Candidate leader = stage.candidate(settings("leader").autoReacquire(false));
        List<CandidateEvent> events = events(leader);
        leader.start();
        awaitEpoch(leader);
        stage.store.breakDown();
        leader.stop(Duration.ofSeconds(20));
        await("the end was told", () -> events.stream().anyMatch(CandidateEvent.Stopped.class::isInstance));
        assertThat(events.stream()
                        .filter(event ->
                                event instanceof CandidateEvent.Lost || event instanceof CandidateEvent.Released))
                .hasSize(1);
        stage.store.repair();
        Candidate next = stage.candidate("next");
        next.start();
        awaitEpoch(next);
    }

    @Test // PG-4: the strategy gives up
    void aStrategyThatGivesUpStops() {
        Candidate leader = stage.candidate("leader");
        leader.start();
        awaitEpoch(leader);
        Candidate impatient = stage.candidate(settings("impatient")
                .retry(context -> context.attempt() < 3 ? Optional.of(Duration.ofMillis(10)) : Optional.empty()));
        List<CandidateEvent> events = events(impatient);
        impatient.start();
        await("it gave up", () -> events.contains(new CandidateEvent.Stopped(StopCause.GAVE_UP)));
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
