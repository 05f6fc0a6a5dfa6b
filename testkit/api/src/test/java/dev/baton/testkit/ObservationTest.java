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
    private final Stage stage = new Stage();
    private final Baton onlooker = stage.connect();
    private final Election election = onlooker.election(Stage.ELECTION);
    private final List<Long> epochs = new ArrayList<>();

    @Test // API-7
    void anObserverHearsTheCurrentLeaderAndThenEveryEpochInOrder() {
        Candidate candidate = stage.candidate("candidate", settings -> settings.url("http://here:1"));
        candidate.start();
        stage.millis(1);
        LeaderObservation observation = election.observe(
                leader -> epochs.add(leader.map(LeaderInfo::epoch).orElse(0L)));
        for (int i = 0; i < 3; i++) {
            candidate.stepDown(Duration.ofSeconds(1));
            stage.seconds(3);
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
    void aClosedObservationHearsNothingMoreNotEvenWhatWaited() {
        Deque<Runnable> waiting = new ArrayDeque<>();
        RuntimeEnvironment held = new RuntimeEnvironment(stage.time, stage.time, waiting::add, Runnable::run);
        Baton slow = BatonRuntime.over(held, clock -> stage.store.open(stage.time));
        LeaderObservation observation = slow.election(Stage.ELECTION).observe(leader -> epochs.add(1L));
        observation.close();
        for (Runnable task = waiting.poll(); task != null; task = waiting.poll()) {
            task.run();
        }
        assertThat(epochs).isEmpty();
    }

    @Test // API-7
    void anObserverThatThrowsHearsTheNextAllTheSame() {
        Candidate candidate = stage.candidate("candidate");
        election.observe(leader -> {
            epochs.add(leader.map(LeaderInfo::epoch).orElse(0L));
            throw new IllegalStateException("bug");
        });
        candidate.start();
        stage.millis(1);
        assertThat(epochs).containsExactly(0L, 1L);
    }

    @Test // API-9
    void theHistorySaysWhoLedAndWhyItEnded() {
        Candidate candidate = stage.candidate("candidate");
        candidate.start();
        stage.seconds(1);
        candidate.stepDown(Duration.ofSeconds(1));
        stage.seconds(3);
        assertThat(election.history()).extracting(Tenure::epoch).containsExactly(1L, 2L);
        assertThat(election.history().get(0).reason()).contains("resigned");
        assertThat(election.history().get(1).to()).isEmpty();
        assertThat(election.leader().orElseThrow().instanceId()).isEqualTo("candidate");
        assertThat(onlooker.elections()).containsExactly(Stage.ELECTION);
        assertThat(election.name()).isEqualTo(Stage.ELECTION);
    }

    @Test // PG-9
    void aStoreThatCannotBeAskedIsNamedWithTheElection() {
        stage.store.breakDown();
        assertThatThrownBy(election::leader)
                .isInstanceOf(ConnectionException.class)
                .hasMessage("memory: could not be asked about nightly: the memory store is broken down");
    }

    @Test // PG-9
    void whoIsInterruptedWhileAskingIsToldSoAndStaysInterrupted() {
        Thread.currentThread().interrupt();
        try {
            StubbornBackend silent = new StubbornBackend(stage.store.open(stage.time));
            silent.observesNothing = true;
            assertThatThrownBy(() -> stage.over(silent).election("nightly").leader())
                    .isInstanceOf(ConnectionException.class)
                    .hasMessage("interrupted while asking memory: about nightly");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
