package dev.baton.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateState;
import dev.baton.EndReason;
import dev.baton.Registration;
import dev.baton.ShutdownException;
import dev.baton.WorkFailurePolicy;
import dev.baton.support.thread.NamedThreads;
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
    private final ElectionFixture fixture = new ElectionFixture();
    private final Baton baton = fixture.connect();
    private final Candidate candidate = fixture.candidate(baton, "candidate", settings -> settings);
    private final List<CandidateEvent> events = ElectionFixture.eventsOf(candidate);
    private final CountDownLatch mayReturn = new CountDownLatch(1);
    private final List<String> log = new CopyOnWriteArrayList<>();

    @AfterEach
    void release() {
        mayReturn.countDown();
    }

    @Test // API-3
    void claimIsReleasedOnlyAfterTheWorkHasStopped() {
        candidate.whileLeading(leadership -> ignoreInterrupt());
        Candidate standby = fixture.candidate("standby");
        lead();
        standby.start();
        NamedThreads.start("stop", () -> candidate.stop(Duration.ofSeconds(30)));
        ElectionFixture.await("the work is interrupted", () -> log.contains("interrupted"));
        assertThat(candidate.state()).isEqualTo(CandidateState.RELEASING);
        assertThat(candidate.isLeader()).isFalse();
        fixture.seconds(5);
        assertThat(standby.isLeader()).as("standby leads while the work stops").isFalse();
        mayReturn.countDown();
        ElectionFixture.await("released", () -> candidate.state() == CandidateState.STOPPED);
        fixture.millis(1);
        assertThat(standby.isLeader()).isTrue();
    }

    @Test // API-3
    void claimIsRenewedWhileTheWorkStopsAndReleasedAfterTheDrain() {
        candidate.whileLeading(leadership -> ignoreInterrupt());
        Candidate standby = fixture.candidate("standby");
        lead();
        standby.start();
        NamedThreads.start("step-down", () -> candidate.stepDown(Duration.ofSeconds(60)));
        ElectionFixture.await("the work is interrupted", () -> log.contains("interrupted"));
        fixture.millis(9_900);
        assertThat(standby.isLeader()).isFalse();
        fixture.millis(200);
        assertThat(standby.isLeader()).isTrue();
        standby.close();
        fixture.seconds(30);
        assertThat(candidate.isLeader()).as("leads while old work is running").isFalse();
        assertThat(candidate.state()).isEqualTo(CandidateState.FOLLOWER);
        mayReturn.countDown();
        ElectionFixture.await("leads again", () -> {
            fixture.millis(10);
            return candidate.isLeader();
        });
    }

    @Test // API-3
    void newTenureBeginsOnlyAfterTheOldWorkHasStoppedEvenAfterALoss() {
        AtomicInteger inside = new AtomicInteger();
        candidate.whileLeading(leadership -> {
            log.add("inside " + inside.incrementAndGet());
            ignoreInterrupt();
            inside.decrementAndGet();
        });
        lead();
        fixture.store.breakDown();
        fixture.seconds(10);
        assertThat(events).anyMatch(CandidateEvent.Lost.class::isInstance);
        fixture.store.repair();
        fixture.seconds(60);
        assertThat(candidate.isLeader()).isFalse();
        mayReturn.countDown();
        ElectionFixture.await("a second tenure", () -> {
            fixture.millis(10);
            return candidate.isLeader();
        });
        ElectionFixture.await(
                "its work is running",
                () -> log.stream().filter("inside 1"::equals).count() == 2);
        assertThat(log).doesNotContain("inside 2");
    }

    @Test // API-4
    void blockedWorkDelaysNeitherRenewalNorExpiry() {
        candidate.whileLeading(leadership -> ignoreInterrupt());
        lead();
        fixture.seconds(60);
        assertThat(candidate.isLeader()).isTrue();
        fixture.store.breakDown();
        fixture.seconds(10);
        assertThat(candidate.isLeader()).isFalse();
    }

    @Test // PG-5
    void stopAfterItsTimeoutForcesTheReleaseAndThrows() {
        candidate.whileLeading(leadership -> ignoreInterrupt());
        Candidate standby = fixture.candidate("standby");
        lead();
        standby.start();
        assertThatThrownBy(() -> candidate.stop(Duration.ofMillis(50)))
                .isInstanceOf(ShutdownException.class)
                .hasMessage("stopping election=nightly instance=candidate took longer than 50 ms; the release was"
                        + " forced, and its work is still running: it must return when interrupted");
        assertThat(candidate.state()).isEqualTo(CandidateState.STOPPED);
        fixture.millis(1);
        assertThat(standby.isLeader()).isTrue();
    }

    @Test // PG-5
    void stepDownAfterItsTimeoutDropsTheSessionAndFollows() {
        candidate.whileLeading(leadership -> ignoreInterrupt());
        lead();
        assertThat(candidate.stepDown(Duration.ofMillis(50))).isTrue();
        assertThat(candidate.state()).isEqualTo(CandidateState.FOLLOWER);
    }

    @Test // PG-5
    void everyMethodMayBeCalledFromWork() {
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
        fixture.millis(1);
        ElectionFixture.await(
                "stopped from inside", () -> candidate.state() == CandidateState.STOPPED && log.contains("returned"));
        assertThat(log).containsExactly("await false", "returned");
    }

    @Test // API-3
    void failedWorkStepsDownWithItsOwnDelay() {
        candidate.whileLeading(leadership -> {
            throw new IllegalStateException("bug in the work");
        });
        candidate.start();
        awaitEvents(2);
        assertThat(ElectionFixture.withoutStateChanges(events)).hasSize(3);
        assertThat(ElectionFixture.withoutStateChanges(events).get(1)).isInstanceOf(CandidateEvent.ErrorRaised.class);
        assertThat(ElectionFixture.withoutStateChanges(events).get(2))
                .isEqualTo(new CandidateEvent.Released(1, EndReason.WORK_FAILED));
        fixture.millis(990);
        assertThat(events).noneMatch(new CandidateEvent.Acquired(2)::equals);
        fixture.millis(20);
        ElectionFixture.await(
                "a second tenure fails", () -> events.contains(new CandidateEvent.Released(2, EndReason.WORK_FAILED)));
        // The second failure was seen at any of the last 20 ms, so the delay of 2 s ends within 20 ms too.
        fixture.millis(1_970);
        assertThat(events).noneMatch(new CandidateEvent.Acquired(3)::equals);
        fixture.millis(40);
        ElectionFixture.await("a third tenure", () -> events.contains(new CandidateEvent.Acquired(3)));
    }

    @Test // API-3
    void failedWorkRunsAgainInPlaceIfTheSettingSaysSo() {
        Candidate retrying =
                fixture.candidate(baton, "retrying", settings -> settings.onWorkFailure(WorkFailurePolicy.RETRY));
        List<CandidateEvent> its = ElectionFixture.eventsOf(retrying);
        AtomicInteger runs = new AtomicInteger();
        retrying.whileLeading(leadership -> {
            if (runs.incrementAndGet() < 3) {
                throw new IllegalStateException("bug in the work");
            }
        });
        retrying.start();
        ElectionFixture.await("it runs three times", () -> {
            fixture.millis(100);
            return runs.get() == 3;
        });
        fixture.seconds(60);
        assertThat(runs).as("runs after a normal return").hasValue(3);
        assertThat(retrying.isLeader()).isTrue();
        assertThat(ElectionFixture.withoutStateChanges(its))
                .hasSize(3)
                .filteredOn(CandidateEvent.ErrorRaised.class::isInstance)
                .hasSize(2);
    }

    @Test // API-3
    void failedWorkIsPublishedAsErrorAndTheTenureContinuesIfTheSettingSaysSo() {
        Candidate keeping =
                fixture.candidate(baton, "keeping", settings -> settings.onWorkFailure(WorkFailurePolicy.KEEP_LEADING));
        List<CandidateEvent> its = ElectionFixture.eventsOf(keeping);
        keeping.whileLeading(leadership -> {
            throw new IllegalStateException("bug in the work");
        });
        keeping.start();
        fixture.millis(1);
        ElectionFixture.await(
                "the error is published",
                () -> its.stream()
                        .anyMatch(event -> event instanceof CandidateEvent.ErrorRaised error
                                && "bug in the work".equals(error.cause().getMessage())));
        fixture.seconds(60);
        assertThat(keeping.isLeader()).isTrue();
    }

    /** Waits for the release of the failed tenure without moving the time by more than a millisecond. */
    private void awaitEvents(int after) {
        fixture.millis(1);
        ElectionFixture.await(
                "the failed tenure is released",
                () -> ElectionFixture.withoutStateChanges(events).size() > after);
    }

    @Test // API-3
    void workAddedDuringATenureStartsInItAndClosedWorkDoesNotStartAgain() {
        candidate.start();
        fixture.millis(1);
        Registration work = candidate.whileLeading(leadership -> log.add("ran in " + leadership.epoch()));
        ElectionFixture.await("the work ran", () -> log.size() == 1);
        work.close();
        candidate.stepDown(Duration.ofSeconds(5));
        fixture.seconds(3);
        assertThat(candidate.isLeader()).isTrue();
        assertThat(log).containsExactly("ran in 1");
    }

    @Test // API-3
    void closingOneConnectionDoesNotStopWorkOfAnother() {
        Candidate standby = fixture.candidate("standby");
        standby.whileLeading(leadership -> log.add("standby works in " + leadership.epoch()));
        candidate.start();
        fixture.millis(1);
        standby.start();
        baton.close();
        fixture.millis(1);
        ElectionFixture.await("the standby works", () -> log.contains("standby works in 2"));
        assertThat(standby.isLeader()).isTrue();
    }

    private void lead() {
        candidate.start();
        fixture.millis(1);
        ElectionFixture.await("work is running", () -> log.contains("runs"));
    }

    /** Records the interrupt, and returns when the test allows it. */
    private void ignoreInterrupt() throws InterruptedException {
        log.add("runs");
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException interrupt) {
            log.add("interrupted");
            mayReturn.await();
        }
    }
}
