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

/** A retry strategy of the user's own that thinks for long. */
class SlowRetryTest {
    private final Stage stage = new Stage();
    private final List<Runnable> thinking = new ArrayList<>();

    @Test // PG-4
    void anAnswerThatComesAfterItsCycleIsForgotten() {
        Candidate leader = stage.candidate("leader");
        leader.start();
        stage.millis(1);
        Candidate slow =
                stage.candidate(slowThinker(), "slow", settings -> settings.retry(context -> Optional.empty()));
        slow.start();
        stage.millis(1);
        assertThat(thinking).as("it was asked when to try again").hasSize(1);
        leader.close();
        stage.seconds(1);
        assertThat(slow.isLeader()).as("a signal came before the answer").isTrue();
        slow.stepDown(Duration.ZERO);
        stage.millis(1);
        assertThat(slow.state()).isEqualTo(CandidateState.FOLLOWER);
        thinking.forEach(Runnable::run);
        stage.millis(1);
        assertThat(slow.state()).as("the old answer was to give up").isEqualTo(CandidateState.FOLLOWER);
    }

    @Test // PG-4
    void anAnswerToAnOpenQuestionCounts() {
        Candidate leader = stage.candidate("leader");
        leader.start();
        stage.millis(1);
        Candidate slow =
                stage.candidate(slowThinker(), "slow", settings -> settings.retry(context -> Optional.empty()));
        slow.start();
        stage.millis(1);
        thinking.forEach(Runnable::run);
        stage.millis(1);
        assertThat(slow.state()).isEqualTo(CandidateState.STOPPED);
    }

    private Baton slowThinker() {
        RuntimeEnvironment quick = stage.time.environment();
        RuntimeEnvironment slow = new RuntimeEnvironment(quick.clock(), quick.loop(), quick.callbacks(), thinking::add);
        return BatonRuntime.over(slow, clock -> stage.store.open(stage.time));
    }
}
