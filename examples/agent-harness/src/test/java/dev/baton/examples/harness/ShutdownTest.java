package dev.baton.examples.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The end of a harness process: on SIGTERM, and when the relay disconnects. */
class ShutdownTest {

    @Test // FILE-9 FILE-13
    @Timeout(60)
    void terminatedLeaderReleasesAndStandbyAnswersAtOnce(@TempDir Path directory) throws Exception {
        try (HarnessFleet fleet = new HarnessFleet(directory, 1);
                RecordingSubscriber subscriber = fleet.subscribe(action -> {})) {
            HarnessFleet.Member first = fleet.start();
            first.program().awaitLine("harness \\S+ leads with epoch \\d+");
            HarnessFleet.Member second = fleet.start();
            second.instance();
            subscriber.client().post(new RelayEvent("e1", "hello"));
            await().until(() -> subscriber.answers().size() == 1);

            first.program().terminate();

            subscriber.client().post(new RelayEvent("e2", "hello again"));
            await().until(() -> subscriber.answers().size() == 2);
            assertThat(subscriber.answers())
                    .extracting(AgentAction::instance)
                    .containsExactly(first.instance(), second.instance());
            assertThat(subscriber.answers().get(1).epoch()).isEqualTo(2);
        }
    }

    @Test // FILE-9 FILE-13
    @Timeout(60)
    void leaderWithoutRelayConnectionStepsDown(@TempDir Path directory) throws Exception {
        try (HarnessFleet fleet = new HarnessFleet(directory, 1)) {
            HarnessFleet.Member member = fleet.start();
            member.program().awaitLine("harness \\S+ leads with epoch \\d+");
            fleet.killRelay();
            assertThat(member.program().exitCode()).isEqualTo(1);
            assertThat(directory.resolve("locks/agent.lock")).isEmptyFile();
        }
    }
}
