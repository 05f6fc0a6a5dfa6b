package dev.baton.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateState;
import dev.baton.Registration;
import dev.baton.ShutdownException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class WorkTest {
    private final Stage stage = new Stage();
    private final Baton baton = stage.connect();
    private final Candidate candidate = stage.candidate(baton, "candidate", settings -> settings);
    private final List<CandidateEvent> events = Stage.eventsOf(candidate);
    private final CountDownLatch mayReturn = new CountDownLatch(1);
    private final List<String> log = new CopyOnWriteArrayList<>();

    @AfterEach
    void release() {
        mayReturn.countDown();
    }

    @Test // API-3
    void theClaimIsReleasedOnlyAfterTheWorkHasStopped() {
        candidate.whileLeading(leadership -> stubborn());
        Candidate standby = stage.candidate("standby");
        lead();
        standby.start();
        Thread stopping = new Thread(() -> candidate.stop(Duration.ofSeconds(30)));
        stopping.start();
        Stage.await("the work is told", () -> log.contains("told"));
        assertThat(candidate.state()).isEqualTo(CandidateState.RELEASING);
        assertThat(candidate.isLeader()).isFalse();
        stage.seconds(5);
        assertThat(standby.isLeader())
                .as("the standby leads while the work stops")
                .isFalse();
        mayReturn.countDown();
        Stage.await("released", () -> candidate.state() == CandidateState.STOPPED);
        stage.millis(1);
        assertThat(standby.isLeader()).isTrue();
    }

    @Test // API-3
    void aClaimIsKeptAliveWhileTheWorkStopsAndReleasedWhenTheDrainIsOver() {
        candidate.whileLeading(leadership -> stubborn());
        Candidate standby = stage.candidate("standby");
        lead();
        standby.start();
        Thread steppingDown = new Thread(() -> candidate.stepDown(Duration.ofSeconds(60)));
        steppingDown.start();
        Stage.await("the work is told", () -> log.contains("told"));
        stage.millis(9_900);
        assertThat(standby.isLeader()).isFalse();
        stage.millis(200);
        assertThat(standby.isLeader()).isTrue();
        standby.close();
        stage.seconds(30);
        assertThat(candidate.isLeader()).as("stands while old work runs").isFalse();
        assertThat(candidate.state()).isEqualTo(CandidateState.FOLLOWER);
        mayReturn.countDown();
        Stage.await("stands again", () -> {
            stage.millis(10);
            return candidate.isLeader();
        });
    }

    @Test // API-3
    void aNewReignBeginsOnlyAfterTheOldWorkHasStoppedAfterALossToo() {
        AtomicInteger inside = new AtomicInteger();
        candidate.whileLeading(leadership -> {
            log.add("inside " + inside.incrementAndGet());
            stubborn();
            inside.decrementAndGet();
        });
        lead();
        stage.store.breakDown();
        stage.seconds(10);
        assertThat(events).anyMatch(CandidateEvent.Lost.class::isInstance);
        stage.store.repair();
        stage.seconds(60);
        assertThat(candidate.isLeader()).isFalse();
        mayReturn.countDown();
        Stage.await("a second reign", () -> {
            stage.millis(10);
            return candidate.isLeader();
        });
        Stage.await(
                "its work runs", () -> log.stream().filter("inside 1"::equals).count() == 2);
        assertThat(log).doesNotContain("inside 2");
    }

    @Test // API-4
    void workThatBlocksDelaysNeitherRenewalNorExpiry() {
        candidate.whileLeading(leadership -> stubborn());
        lead();
        stage.seconds(60);
        assertThat(candidate.isLeader()).isTrue();
        stage.store.breakDown();
        stage.seconds(10);
        assertThat(candidate.isLeader()).isFalse();
    }

    @Test // PG-5
    void aStopPastItsTimeoutForcesTheReleaseAndThrows() {
        candidate.whileLeading(leadership -> stubborn());
        Candidate standby = stage.candidate("standby");
        lead();
        standby.start();
        assertThatThrownBy(() -> candidate.stop(Duration.ofMillis(50)))
                .isInstanceOf(ShutdownException.class)
                .hasMessage("stopping election=nightly instance=candidate took longer than 50 ms; the release was"
                        + " forced, and its work still runs: it must return when interrupted");
        assertThat(candidate.state()).isEqualTo(CandidateState.STOPPED);
        stage.millis(1);
        assertThat(standby.isLeader()).isTrue();
    }

    @Test // PG-5
    void aStepDownPastItsTimeoutCyclesTheSessionAndStandsAgain() {
        candidate.whileLeading(leadership -> stubborn());
        lead();
        assertThat(candidate.stepDown(Duration.ofMillis(50))).isTrue();
        assertThat(candidate.state()).isEqualTo(CandidateState.FOLLOWER);
    }

    @Test // PG-5
    void everyMethodMayBeCalledFromAWorkBody() {
        candidate.whileLeading(leadership -> {
            candidate.stepDown(Duration.ofHours(1));
            while (leadership.isValid()) {
                Thread.onSpinWait();
            }
            Thread.interrupted();
            log.add("await " + candidate.awaitLeadership(Duration.ofHours(1)).isPresent());
            candidate.stop(Duration.ofHours(1));
            log.add("returned");
        });
        candidate.start();
        stage.millis(1);
        Stage.await(
                "stopped from inside", () -> candidate.state() == CandidateState.STOPPED && log.contains("returned"));
        assertThat(log).containsExactly("await false", "returned");
    }

    @Test // API-3
    void workThatFailsIsToldAsAnErrorAndTheReignGoesOn() {
        candidate.whileLeading(leadership -> {
            throw new IllegalStateException("bug in the work");
        });
        candidate.start();
        stage.millis(1);
        Stage.await(
                "it is told",
                () -> events.stream()
                        .anyMatch(event -> event instanceof CandidateEvent.ErrorRaised error
                                && "bug in the work".equals(error.cause().getMessage())));
        assertThat(candidate.isLeader()).isTrue();
    }

    @Test // API-3
    void workThatComesDuringAReignStartsInItAndClosedWorkStartsNoMore() {
        candidate.start();
        stage.millis(1);
        Registration work = candidate.whileLeading(leadership -> log.add("ran in " + leadership.epoch()));
        Stage.await("it ran", () -> log.size() == 1);
        work.close();
        candidate.stepDown(Duration.ofSeconds(5));
        stage.seconds(3);
        assertThat(candidate.isLeader()).isTrue();
        assertThat(log).containsExactly("ran in 1");
    }

    @Test // API-3
    void oneConnectionThatClosesLeavesTheOthersTheirWork() {
        Candidate standby = stage.candidate("standby");
        standby.whileLeading(leadership -> log.add("standby works in " + leadership.epoch()));
        candidate.start();
        stage.millis(1);
        standby.start();
        baton.close();
        stage.millis(1);
        Stage.await("the standby works", () -> log.contains("standby works in 2"));
        assertThat(standby.isLeader()).isTrue();
    }

    private void lead() {
        candidate.start();
        stage.millis(1);
        Stage.await("work runs", () -> log.contains("runs"));
    }

    /** Takes note of the interrupt, and returns when it may. */
    private void stubborn() throws InterruptedException {
        log.add("runs");
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException told) {
            log.add("told");
            mayReturn.await();
        }
    }
}
