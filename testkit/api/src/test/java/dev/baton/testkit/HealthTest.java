package dev.baton.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.BatonClock;
import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.EndReason;
import dev.baton.HealthCheck;
import dev.baton.TransferOutcome;
import dev.baton.internal.runtime.BatonRuntime;
import dev.baton.internal.runtime.RuntimeEnvironment;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class HealthTest {
    private final Stage stage = new Stage();
    private final AtomicBoolean well = new AtomicBoolean(true);
    private final AtomicInteger asked = new AtomicInteger();
    private final HealthCheck health = () -> {
        asked.incrementAndGet();
        return well.get();
    };

    @Test // API-8
    void anUnhealthyCandidateStandsOnlyWhenItIsWell() {
        well.set(false);
        Candidate candidate = stage.candidate("candidate", settings -> settings.healthCheck(health));
        candidate.start();
        round(5);
        assertThat(candidate.isLeader()).isFalse();
        well.set(true);
        Stage.await("it leads", () -> {
            stage.seconds(1);
            return candidate.isLeader();
        });
    }

    @Test // API-8
    void aLeaderThatTurnsUnhealthyYields() {
        Candidate leader = stage.candidate("leader", settings -> settings.healthCheck(health));
        List<CandidateEvent> events = Stage.eventsOf(leader);
        leader.start();
        Stage.await("it leads", () -> {
            stage.millis(100);
            return leader.isLeader();
        });
        Candidate standby = stage.candidate("standby");
        standby.start();
        well.set(false);
        Stage.await("the standby leads", () -> {
            stage.millis(100);
            return standby.isLeader();
        });
        assertThat(events).contains(new CandidateEvent.Released(1, EndReason.UNHEALTHY));
    }

    @Test // API-8
    void aLeaderDoesNotHandOverToOneThatIsUnwell() {
        well.set(false);
        Candidate leader = stage.candidate("leader");
        leader.start();
        stage.millis(1);
        Candidate ill = stage.candidate("ill", settings -> settings.healthCheck(health));
        ill.start();
        round(2);
        assertThat(leader.transferTo("ill")).isEqualTo(TransferOutcome.SENT);
        round(2);
        assertThat(leader.isLeader()).isTrue();
        well.set(true);
        Stage.await("it is well and leads", () -> {
            stage.seconds(1);
            leader.transferTo("ill");
            stage.millis(100);
            return ill.isLeader();
        });
    }

    @Test // API-8
    void aHealthCheckThatThrowsAnythingMeansUnhealthyAndIsAskedAgain() {
        HealthCheck moody = () -> {
            int round = asked.incrementAndGet();
            if (round == 1) {
                throw new AssertionError("very ill");
            }
            if (round < 4) {
                throw new IllegalStateException("ill");
            }
            return true;
        };
        Candidate candidate = stage.candidate("candidate", settings -> settings.healthCheck(moody));
        candidate.start();
        Stage.await("it recovers", () -> {
            stage.seconds(1);
            return candidate.isLeader();
        });
        assertThat(asked.get()).isGreaterThanOrEqualTo(4);
    }

    @Test // API-8
    void aHealthCheckThatHangsCountsAsUnhealthyAfterThreeRounds() {
        CountDownLatch hanging = new CountDownLatch(1);
        HealthCheck stuck = () -> {
            if (asked.incrementAndGet() > 3) {
                hanging.await();
            }
            return true;
        };
        Candidate leader = stage.candidate("leader", settings -> settings.healthCheck(stuck));
        leader.start();
        Stage.await("it hangs", () -> {
            stage.seconds(1);
            return asked.get() > 3;
        });
        stage.seconds(4);
        assertThat(leader.isLeader()).isFalse();
        hanging.countDown();
    }

    @Test // API-8
    void aCandidateThatIsStoppedAndStartedAgainIsAskedNoMoreOftenThanBefore() {
        Candidate candidate = stage.candidate("candidate", settings -> settings.healthCheck(health));
        List<CandidateEvent> events = Stage.eventsOf(candidate);
        for (int i = 0; i < 20; i++) {
            candidate.start();
            candidate.stop(Duration.ofSeconds(5));
        }
        candidate.start();
        round(1);
        asked.set(0);
        round(10);
        assertThat(asked.get()).isLessThanOrEqualTo(11);
        assertThat(candidate.isLeader()).isTrue();
        assertThat(events)
                .noneMatch(event ->
                        event instanceof CandidateEvent.Released released && released.reason() == EndReason.UNHEALTHY);
    }

    @Test // API-8
    void anUnhealthyCandidateDoesNotEvenTryOnARealLoop() {
        MemoryStore store = new MemoryStore();
        try (Baton baton = BatonRuntime.over(RuntimeEnvironment.real(BatonClock.system()), store::open)) {
            well.set(false);
            for (int i = 0; i < 50; i++) {
                String id = "c" + i;
                Candidate candidate = stage.candidate(
                        baton, id, settings -> settings.healthCheck(health).healthInterval(Duration.ofMillis(5)));
                int before = asked.get();
                candidate.start();
                Stage.await("it was asked", () -> asked.get() > before + 1);
                candidate.close();
            }
            assertThat(baton.election(Stage.ELECTION).history())
                    .as("reigns of the unhealthy")
                    .isEmpty();
        }
    }

    /** Lets the rounds pass one by one, so that each check has answered before the next is due. */
    private void round(int rounds) {
        for (int i = 0; i < rounds; i++) {
            int before = asked.get();
            stage.seconds(1);
            AtomicInteger looks = new AtomicInteger();
            Stage.await("asked", () -> {
                // A round that found the check before it unanswered did not ask: the next one will.
                if (asked.get() == before && looks.incrementAndGet() % 50 == 0) {
                    stage.seconds(1);
                }
                return asked.get() > before;
            });
        }
    }
}
