package dev.baton.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.machine.State;
import dev.baton.runtime.BatonRuntime;
import dev.baton.runtime.Environment;
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
        assertThat(slow.state()).isEqualTo(State.FOLLOWER);
        thinking.forEach(Runnable::run);
        stage.millis(1);
        assertThat(slow.state()).as("the old answer was to give up").isEqualTo(State.FOLLOWER);
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
        assertThat(slow.state()).isEqualTo(State.STOPPED);
    }

    private Baton slowThinker() {
        Environment quick = stage.time.environment();
        Environment slow = new Environment(quick.clock(), quick.loop(), quick.callbacks(), thinking::add);
        return BatonRuntime.over(slow, environment -> stage.store.open(stage.time));
    }
}
