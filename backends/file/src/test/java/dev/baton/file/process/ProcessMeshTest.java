package dev.baton.file.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whom a process listens to, and when. */
class ProcessMeshTest {
    private final DeafEar ear = new DeafEar();

    @Test // API-7
    void whoComesIsListenedToAtOnceThoughTheNextTickIsFar(@TempDir Path directory) throws IOException {
        Path socket = directory.resolve("peer");
        LiveProcess peer = new LiveProcess(LocalProcess.ofThisProcess().as("peer"), socket.toString());
        try (ProcessMesh ours = new ProcessMesh(ear, "us");
                ProcessMesh theirs = new ProcessMesh(new DeafEar(), peer.name())) {
            theirs.listen(socket);
            theirs.start();
            ours.start();
            Awaitility.await().until(() -> ear.ticks.get() == 1);
            assertThat(ours.isLinkedTo(peer.name())).isFalse();
            assertThat(ear.meetings).hasValue(0);

            ear.others = List.of(peer);
            ear.newcomers = true;
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> ours.isLinkedTo(peer.name()));
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> ear.meetings.get() == 1);
        }
    }
}
