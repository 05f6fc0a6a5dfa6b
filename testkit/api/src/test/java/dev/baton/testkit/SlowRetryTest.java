package dev.baton.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateState;
import dev.baton.internal.runtime.BatonRuntime;
import dev.baton.internal.runtime.RuntimeEnvironment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A slow retry strategy of the application. */
class SlowRetryTest {
    private final ElectionFixture fixture = new ElectionFixture();
    private final List<Runnable> calls = new ArrayList<>();

    @Test // PG-4
    void resultAfterItsCycleIsDiscarded() {
        Candidate leader = fixture.candidate("leader");
        leader.start();
        fixture.millis(1);
        Candidate slow = fixture.candidate(
                connectWithSlowWork(), "slow", settings -> settings.retry(attempt -> Optional.empty()));
        slow.start();
        fixture.millis(1);
        assertThat(calls).as("calls of the retry strategy").hasSize(1);
        leader.close();
        fixture.seconds(1);
        assertThat(slow.isLeader()).as("leads before the result").isTrue();
        slow.stepDown(Duration.ZERO);
        fixture.millis(1);
        assertThat(slow.state()).isEqualTo(CandidateState.FOLLOWER);
        calls.forEach(Runnable::run);
        fixture.millis(1);
        assertThat(slow.state()).as("state after an outdated result").isEqualTo(CandidateState.FOLLOWER);
    }

    @Test // PG-4
    void resultInsideItsCycleCounts() {
        Candidate leader = fixture.candidate("leader");
        leader.start();
        fixture.millis(1);
        Candidate slow = fixture.candidate(
                connectWithSlowWork(), "slow", settings -> settings.retry(attempt -> Optional.empty()));
        slow.start();
        fixture.millis(1);
        calls.forEach(Runnable::run);
        fixture.millis(1);
        assertThat(slow.state()).isEqualTo(CandidateState.STOPPED);
    }

    private Baton connectWithSlowWork() {
        RuntimeEnvironment quick = fixture.time.environment();
        RuntimeEnvironment slow = new RuntimeEnvironment(quick.clock(), quick.loop(), quick.callbacks(), calls::add);
        return BatonRuntime.over(slow, clock -> fixture.store.open(fixture.time));
    }
}
