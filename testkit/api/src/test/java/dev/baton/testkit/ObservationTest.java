package dev.baton.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.ConnectionException;
import dev.baton.Election;
import dev.baton.LeaderInfo;
import dev.baton.LeaderObservation;
import dev.baton.Tenure;
import dev.baton.internal.runtime.BatonRuntime;
import dev.baton.internal.runtime.RuntimeEnvironment;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class ObservationTest {
    private final ElectionFixture fixture = new ElectionFixture();
    private final Baton observer = fixture.connect();
    private final Election election = observer.election(ElectionFixture.ELECTION);
    private final List<Long> epochs = new ArrayList<>();

    @Test // API-7
    void observerReceivesCurrentLeaderThenEveryEpochInOrder() {
        Candidate candidate = fixture.candidate("candidate", settings -> settings.url("http://here:1"));
        candidate.start();
        fixture.millis(1);
        LeaderObservation observation = election.observe(
                leader -> epochs.add(leader.map(LeaderInfo::epoch).orElse(0L)));
        for (int i = 0; i < 3; i++) {
            candidate.stepDown(Duration.ofSeconds(1));
            fixture.seconds(3);
        }
        assertThat(epochs).containsExactly(1L, 0L, 2L, 0L, 3L, 0L, 4L);
        assertThat(observation.leader().orElseThrow().url()).contains("http://here:1");
        assertThat(observation.age()).isLessThan(Duration.ofSeconds(2));
        assertThat(observation.stalenessBound()).isEqualTo(Duration.ofSeconds(1));
        observation.close();
        candidate.stepDown(Duration.ofSeconds(1));
        assertThat(epochs).hasSize(7);
    }

    @Test // API-7
    void closedObservationReceivesNothingNotEvenQueuedChanges() {
        Deque<Runnable> waiting = new ArrayDeque<>();
        RuntimeEnvironment held = new RuntimeEnvironment(fixture.time, fixture.time, waiting::add, Runnable::run);
        Baton slow = BatonRuntime.over(held, clock -> fixture.store.open(fixture.time));
        LeaderObservation observation = slow.election(ElectionFixture.ELECTION).observe(leader -> epochs.add(1L));
        observation.close();
        for (Runnable task = waiting.poll(); task != null; task = waiting.poll()) {
            task.run();
        }
        assertThat(epochs).isEmpty();
    }

    @Test // API-7
    void throwingObserverReceivesTheNextChange() {
        Candidate candidate = fixture.candidate("candidate");
        election.observe(leader -> {
            epochs.add(leader.map(LeaderInfo::epoch).orElse(0L));
            throw new IllegalStateException("bug");
        });
        candidate.start();
        fixture.millis(1);
        assertThat(epochs).containsExactly(0L, 1L);
    }

    @Test // API-9
    void historyShowsLeadersAndEndReasons() {
        Candidate candidate = fixture.candidate("candidate");
        candidate.start();
        fixture.seconds(1);
        candidate.stepDown(Duration.ofSeconds(1));
        fixture.seconds(3);
        assertThat(election.history()).extracting(Tenure::epoch).containsExactly(1L, 2L);
        assertThat(election.history().get(0).reason()).contains("resigned");
        assertThat(election.history().get(1).to()).isEmpty();
        assertThat(election.leader().orElseThrow().instanceId()).isEqualTo("candidate");
        assertThat(observer.elections()).containsExactly(ElectionFixture.ELECTION);
        assertThat(election.name()).isEqualTo(ElectionFixture.ELECTION);
    }

    @Test // PG-9
    void unreachableStoreErrorNamesElectionAndStore() {
        fixture.store.breakDown();
        assertThatThrownBy(election::leader)
                .isInstanceOf(ConnectionException.class)
                .hasMessage("cannot read the leader of nightly (memory:): the memory store is not reachable");
    }

    @Test // PG-9
    void interruptDuringARequestIsReportedAndKept() {
        Thread.currentThread().interrupt();
        try {
            ControlledBackend silent = new ControlledBackend(fixture.store.open(fixture.time));
            silent.neverRepliesToObserve = true;
            assertThatThrownBy(() -> fixture.over(silent).election("nightly").leader())
                    .isInstanceOf(ConnectionException.class)
                    .hasMessage("cannot read the leader of nightly (memory:): interrupted");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
