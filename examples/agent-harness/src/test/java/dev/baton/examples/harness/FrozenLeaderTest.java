package dev.baton.examples.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A leader that is frozen while it computes an answer, and continues after another one has taken over. */
class FrozenLeaderTest {
    private static final Duration TAKEOVER = Duration.ofSeconds(40);

    @Test // FILE-9 FENCE-1
    @Tag("proof")
    @Timeout(120)
    void frozenLeaderIsSucceededAndItsLateAnswerIsRefused(@TempDir Path directory) throws Exception {
        try (HarnessFleet fleet = new HarnessFleet(directory, 500);
                RecordingSubscriber subscriber = fleet.subscribe(action -> {})) {
            HarnessFleet.Member first = fleet.start();
            first.program().awaitLine("harness \\S+ leads with epoch \\d+");
            HarnessFleet.Member second = fleet.start();
            second.instance();
            subscriber.client().post(new RelayEvent("e1", "hello"));
            await().until(() -> subscriber.actions().stream().anyMatch(action -> action.surface() == Surface.REACTION));
            first.program().signal("STOP");
            subscriber.client().post(new RelayEvent("e2", "is anyone there?"));
            await().atMost(TAKEOVER).until(() -> subscriber.answers().size() == 2);

            first.program().signal("CONT");
            subscriber.client().post(new RelayEvent("e3", "and now?"));
            await().until(() -> subscriber.answers().size() == 3);
            List<AgentAction> answers = subscriber.answers();
            assertThat(answers).extracting(AgentAction::event).containsExactlyInAnyOrder("e1", "e2", "e3");
            assertThat(answers).extracting(AgentAction::epoch).isSorted();
            assertThat(answers.get(2).instance()).isEqualTo(second.instance());
        }
    }
}
