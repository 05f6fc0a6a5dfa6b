package dev.baton.file.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.file.disk.DirectoryLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process whose socket cannot be created. */
class WakeupSocketTest {
    @TempDir
    Path directory;

    private final AtomicLong nanos = new AtomicLong();
    private ProcessMesh mesh;
    private WakeupSocket wakeupSocket;
    private Path obstacle;

    @BeforeEach
    void putSomethingInTheWay() throws IOException {
        DirectoryLayout layout = new DirectoryLayout(directory);
        mesh = new ProcessMesh(new IdleMeshHandler(), "p");
        mesh.start();
        wakeupSocket = new WakeupSocket(layout, "p", nanos::get);
        obstacle = Files.createDirectories(layout.socket("p"));
        Files.createFile(obstacle.resolve("precious"));
    }

    @AfterEach
    void close() {
        wakeupSocket.close();
        mesh.close();
    }

    private static long openSockets() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
            return files.filter(WakeupSocketTest::isSocket).count();
        }
    }

    private static boolean isSocket(Path file) {
        try {
            return Files.readSymbolicLink(file).toString().startsWith("socket:");
        } catch (IOException closedMeanwhile) {
            return false;
        }
    }

    @Test // FILE-6
    void closesSocketThatCannotBeBound() throws IOException {
        assertThat(wakeupSocket.open(mesh)).isEmpty();
        long before = openSockets();
        for (int i = 0; i < 100; i++) {
            assertThat(wakeupSocket.open(mesh)).isEmpty();
        }
        assertThat(openSockets()).isLessThan(before + 50);
    }

    @Test // FILE-6
    void retriesFailedSocketAfterOneMinute() throws IOException {
        assertThat(wakeupSocket.open(mesh)).isEmpty();
        assertThat(wakeupSocket.needsReopening()).isFalse();
        nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        assertThat(wakeupSocket.needsReopening()).isFalse();
        nanos.addAndGet(1);
        assertThat(wakeupSocket.needsReopening()).isTrue();
        Files.delete(obstacle.resolve("precious"));
        Files.delete(obstacle);
        assertThat(wakeupSocket.open(mesh)).contains(obstacle);
        nanos.addAndGet(Duration.ofHours(1).toNanos());
        assertThat(wakeupSocket.needsReopening()).isFalse();
        Files.delete(obstacle);
        assertThat(wakeupSocket.needsReopening()).isTrue();
    }
}
