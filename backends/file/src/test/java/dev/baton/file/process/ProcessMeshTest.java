package dev.baton.file.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessMeshTest {
    private final IdleMeshHandler handler = new IdleMeshHandler();

    @Test // API-7
    void connectsToNewProcessBeforeNextTick(@TempDir Path directory) throws IOException {
        Path socket = directory.resolve("peer");
        LiveProcess peer = new LiveProcess(LocalProcess.current().owner("peer"), socket.toString());
        try (ProcessMesh ours = new ProcessMesh(handler, "us");
                ProcessMesh theirs = new ProcessMesh(new IdleMeshHandler(), peer.name())) {
            theirs.listen(socket);
            theirs.start();
            ours.start();
            Awaitility.await().until(() -> handler.ticks.get() == 1);
            assertThat(ours.isLinkedTo(peer.name())).isFalse();
            assertThat(handler.connections).hasValue(0);

            handler.others = List.of(peer);
            handler.newProcesses = true;
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> ours.isLinkedTo(peer.name()));
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> handler.connections.get() == 1);
        }
    }
}
