package dev.baton.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Candidate;
import dev.baton.CandidateState;
import dev.baton.Gate;
import dev.baton.support.thread.NamedThreads;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What runs inside a gate is part of the leader's work. */
@Timeout(60)
class GateTest {
    private final ElectionFixture fixture = new ElectionFixture();
    private final Candidate candidate = fixture.candidate("candidate");
    private final Gate gate = candidate.gate("mail");
    private final CountDownLatch mayReturn = new CountDownLatch(1);
    private final List<String> log = new CopyOnWriteArrayList<>();

    @AfterEach
    void release() {
        mayReturn.countDown();
    }

    @Test // API-3
    void claimIsReleasedOnlyAfterTheActionHasReturned() {
        Candidate standby = leadWithActionInProgress();
        NamedThreads.start("step-down", () -> candidate.stepDown(Duration.ofSeconds(60)));
        ElectionFixture.await("the action is interrupted", () -> log.contains("interrupted"));
        assertThat(candidate.state()).isEqualTo(CandidateState.RELEASING);
        assertThat(gate.tryRun(leadership -> log.add("second action"))).isFalse();
        fixture.seconds(5);
        assertThat(standby.isLeader()).as("standby leads while the action runs").isFalse();
        mayReturn.countDown();
        ElectionFixture.await("the standby leads", () -> {
            fixture.millis(1);
            return standby.isLeader();
        });
        assertThat(log).containsExactly("runs", "interrupted");
        assertThat(gate.passed()).isEqualTo(1);
        assertThat(gate.suppressed()).isEqualTo(1);
    }

    @Test // API-3
    void claimIsReleasedAfterTheDrainEvenIfTheActionDoesNotReturn() {
        Candidate standby = leadWithActionInProgress();
        NamedThreads.start("step-down", () -> candidate.stepDown(Duration.ofSeconds(60)));
        ElectionFixture.await("the action is interrupted", () -> log.contains("interrupted"));
        fixture.millis(9_900);
        assertThat(standby.isLeader()).isFalse();
        fixture.millis(200);
        assertThat(standby.isLeader()).isTrue();
    }

    @Test // API-3
    void actionIsInterruptedOnALoss() {
        leadWithActionInProgress();
        fixture.store.breakDown();
        fixture.seconds(10);
        ElectionFixture.await("the action is interrupted", () -> log.contains("interrupted"));
    }

    @Test // PG-5
    void actionMayCallEveryMethodOfItsCandidate() {
        candidate.start();
        fixture.millis(1);
        boolean passed = gate.tryRun(leadership -> {
            candidate.stepDown(Duration.ofHours(1));
            candidate.stop(Duration.ofHours(1));
            log.add("nested " + gate.tryRun(inner -> {}));
        });
        assertThat(passed).isTrue();
        assertThat(log).containsExactly("nested false");
        assertThat(candidate.state()).isEqualTo(CandidateState.STOPPED);
    }

    @Test // PG-5
    void gateMayBeUsedInsideWorkAndInsideListeners() {
        candidate.onAcquired(leadership -> gate.tryRun(inner -> log.add("in listener")));
        candidate.whileLeading(leadership -> gate.tryRun(inner -> {
            gate.tryRun(nested -> log.add("in work"));
            candidate.stop(Duration.ofHours(1));
        }));
        candidate.start();
        fixture.millis(1);
        ElectionFixture.await("stopped from inside", () -> candidate.state() == CandidateState.STOPPED);
        assertThat(log).contains("in work");
    }

    private Candidate leadWithActionInProgress() {
        Candidate standby = fixture.candidate("standby");
        candidate.start();
        fixture.millis(1);
        standby.start();
        NamedThreads.start("action", () -> gate.tryRun(leadership -> ignoreInterrupt()));
        ElectionFixture.await("the action is running", () -> log.contains("runs"));
        return standby;
    }

    /** Records the interrupt, and returns when the test allows it. */
    private void ignoreInterrupt() {
        log.add("runs");
        while (mayReturn.getCount() > 0) {
            try {
                mayReturn.await();
            } catch (InterruptedException interrupt) {
                log.add("interrupted");
            }
        }
    }
}
