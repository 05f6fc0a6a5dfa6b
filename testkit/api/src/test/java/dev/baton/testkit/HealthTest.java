package dev.baton.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.Election;
import dev.baton.EndReason;
import dev.baton.HealthCheck;
import dev.baton.TransferDecision;
import dev.baton.TransferOutcome;
import dev.baton.TransferResult;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class HealthTest {
    private final ElectionFixture fixture = new ElectionFixture();
    private final AtomicBoolean healthy = new AtomicBoolean(true);
    private final AtomicInteger checks = new AtomicInteger();
    private final HealthCheck health = () -> {
        checks.incrementAndGet();
        return healthy.get();
    };

    @Test // API-8
    void unhealthyCandidateLeadsOnlyAfterRecovery() {
        healthy.set(false);
        Candidate candidate = fixture.candidate("candidate", settings -> settings.healthCheck(health));
        candidate.start();
        passIntervals(5);
        assertThat(candidate.isLeader()).isFalse();
        healthy.set(true);
        ElectionFixture.await("leads", () -> {
            fixture.seconds(1);
            return candidate.isLeader();
        });
    }

    @Test // API-8
    void leaderThatBecomesUnhealthyStepsDown() {
        Candidate leader = fixture.candidate("leader", settings -> settings.healthCheck(health));
        List<CandidateEvent> events = ElectionFixture.eventsOf(leader);
        leader.start();
        ElectionFixture.await("leads", () -> {
            fixture.millis(100);
            return leader.isLeader();
        });
        Candidate standby = fixture.candidate("standby");
        standby.start();
        healthy.set(false);
        ElectionFixture.await("the standby leads", () -> {
            fixture.millis(100);
            return standby.isLeader();
        });
        assertThat(events).contains(new CandidateEvent.Released(1, EndReason.UNHEALTHY));
    }

    @Test // API-8
    void leaderDoesNotTransferToUnhealthyTarget() {
        healthy.set(false);
        Candidate leader = fixture.candidate("leader");
        leader.start();
        fixture.millis(1);
        Candidate sick = fixture.candidate("sick", settings -> settings.healthCheck(health));
        sick.start();
        passIntervals(2);
        assertThat(leader.transferTo("sick")).isEqualTo(TransferOutcome.SENT);
        passIntervals(2);
        assertThat(leader.isLeader()).isTrue();
        Election election = fixture.connect().election(ElectionFixture.ELECTION);
        assertThat(election.transferTo("sick", "r1")).isEqualTo(TransferOutcome.SENT);
        passIntervals(2);
        assertThat(election.transferResult("r1"))
                .contains(new TransferResult(
                        ElectionFixture.ELECTION, "r1", TransferDecision.REFUSED, "sick is unhealthy"));
        fixture.seconds(30);
        assertThat(election.transferResult("r1")).isEmpty();
        healthy.set(true);
        ElectionFixture.await("leads after recovery", () -> {
            fixture.seconds(1);
            leader.transferTo("sick");
            fixture.millis(100);
            return sick.isLeader();
        });
    }

    @Test // API-8
    void throwingHealthCheckMeansUnhealthyAndRunsAgain() {
        HealthCheck unstable = () -> {
            int round = checks.incrementAndGet();
            if (round == 1) {
                throw new AssertionError("error in the check");
            }
            if (round < 4) {
                throw new IllegalStateException("unhealthy");
            }
            return true;
        };
        Candidate candidate = fixture.candidate("candidate", settings -> settings.healthCheck(unstable));
        candidate.start();
        ElectionFixture.await("leads after recovery", () -> {
            fixture.seconds(1);
            return candidate.isLeader();
        });
        assertThat(checks.get()).isGreaterThanOrEqualTo(4);
    }

    @Test // API-8
    void hangingHealthCheckCountsAsUnhealthyAfterThreeIntervals() {
        CountDownLatch hanging = new CountDownLatch(1);
        HealthCheck hangs = () -> {
            if (checks.incrementAndGet() > 3) {
                hanging.await();
            }
            return true;
        };
        Candidate leader = fixture.candidate("leader", settings -> settings.healthCheck(hangs));
        leader.start();
        ElectionFixture.await("the check hangs", () -> {
            fixture.seconds(1);
            return checks.get() > 3;
        });
        fixture.seconds(4);
        assertThat(leader.isLeader()).isFalse();
        hanging.countDown();
    }

    @Test // API-8
    void healthCheckMayTakeAsLongAsItsOwnTimeout() {
        CountDownLatch hanging = new CountDownLatch(1);
        HealthCheck slow = new HealthCheck() {
            @Override
            public boolean isHealthy() throws InterruptedException {
                if (checks.incrementAndGet() > 3) {
                    hanging.await();
                }
                return true;
            }

            @Override
            public Duration timeout() {
                return Duration.ofMinutes(1);
            }
        };
        Candidate leader = fixture.candidate("leader", settings -> settings.healthCheck(slow));
        leader.start();
        ElectionFixture.await("the check hangs", () -> {
            fixture.seconds(1);
            return checks.get() > 3;
        });
        fixture.seconds(10);
        assertThat(leader.isLeader()).isTrue();
        fixture.seconds(60);
        assertThat(leader.isLeader()).isFalse();
        hanging.countDown();
    }

    @Test // API-8
    void restartedCandidateIsCheckedNoMoreOftenThanBefore() {
        Candidate candidate = fixture.candidate("candidate", settings -> settings.healthCheck(health));
        List<CandidateEvent> events = ElectionFixture.eventsOf(candidate);
        for (int i = 0; i < 20; i++) {
            candidate.start();
            candidate.stop(Duration.ofSeconds(5));
        }
        candidate.start();
        passIntervals(1);
        checks.set(0);
        passIntervals(10);
        assertThat(checks.get()).isLessThanOrEqualTo(11);
        assertThat(candidate.isLeader()).isTrue();
        assertThat(events)
                .noneMatch(event ->
                        event instanceof CandidateEvent.Released released && released.reason() == EndReason.UNHEALTHY);
    }

    @Test // API-8
    void unhealthyCandidateNeverTriesOnARealLoop() {
        MemoryStore store = new MemoryStore();
        try (Baton baton = Baton.builder().backend(store::open).connect()) {
            healthy.set(false);
            for (int i = 0; i < 50; i++) {
                String id = "c" + i;
                Candidate candidate = fixture.candidate(
                        baton, id, settings -> settings.healthCheck(health).healthInterval(Duration.ofMillis(5)));
                int before = checks.get();
                candidate.start();
                ElectionFixture.await("the check ran", () -> checks.get() > before + 1);
                candidate.close();
            }
            assertThat(baton.election(ElectionFixture.ELECTION).history())
                    .as("tenures of unhealthy candidates")
                    .isEmpty();
        }
    }

    /** Advances the time by some health intervals, and waits for each check to run. */
    private void passIntervals(int intervals) {
        for (int i = 0; i < intervals; i++) {
            int before = checks.get();
            fixture.seconds(1);
            AtomicInteger polls = new AtomicInteger();
            ElectionFixture.await("the check ran", () -> {
                // If the previous check was still running, this interval started none; the next one will.
                if (checks.get() == before && polls.incrementAndGet() % 50 == 0) {
                    fixture.seconds(1);
                }
                return checks.get() > before;
            });
        }
    }
}
