package dev.baton.examples.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How a harness process goes when it is asked to, and when it can hear no more. */
class ShutdownTest {

    @Test // FILE-9 FILE-13
    @Timeout(60)
    void terminatedLeaderReleasesSoThatTheNextAnswersAtOnce(@TempDir Path directory) throws Exception {
        try (Fleet fleet = new Fleet(directory, 1);
                Witness witness = fleet.witness(act -> {})) {
            Fleet.Member first = fleet.start();
            first.program().awaitLine("harness \\S+ leads with epoch \\d+");
            Fleet.Member second = fleet.start();
            second.instance();
            witness.link().post(new RelayEvent("e1", "hello"));
            await().until(() -> witness.answers().size() == 1);

            first.program().terminate();

            witness.link().post(new RelayEvent("e2", "hello again"));
            await().until(() -> witness.answers().size() == 2);
            assertThat(witness.answers())
                    .extracting(AgentAction::instance)
                    .containsExactly(first.instance(), second.instance());
            assertThat(witness.answers().get(1).epoch()).isEqualTo(2);
        }
    }

    @Test // FILE-9 FILE-13
    @Timeout(60)
    void leaderWithoutRelayConnectionStepsDown(@TempDir Path directory) throws Exception {
        try (Fleet fleet = new Fleet(directory, 1)) {
            Fleet.Member member = fleet.start();
            member.program().awaitLine("harness \\S+ leads with epoch \\d+");
            fleet.killRelay();
            assertThat(member.program().exitCode()).isEqualTo(1);
            assertThat(directory.resolve("locks/agent.lock")).isEmptyFile();
        }
    }
}
