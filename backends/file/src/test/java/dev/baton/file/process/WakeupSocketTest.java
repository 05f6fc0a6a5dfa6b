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

/** A process whose socket cannot be made: it polls, and costs nothing beside. */
class WakeupSocketTest {
    @TempDir
    Path directory;

    private final AtomicLong nanos = new AtomicLong();
    private ProcessMesh mesh;
    private WakeupSocket doorbell;
    private Path inTheWay;

    @BeforeEach
    void putSomethingInTheWay() throws IOException {
        DirectoryLayout layout = new DirectoryLayout(directory);
        mesh = new ProcessMesh(new DeafEar(), "p");
        mesh.start();
        doorbell = new WakeupSocket(layout, "p", nanos::get);
        inTheWay = Files.createDirectories(layout.live().resolve("p" + DirectoryLayout.SOCKET_SUFFIX));
        Files.createFile(inTheWay.resolve("precious"));
    }

    @AfterEach
    void close() {
        doorbell.takeDown();
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
    void aSocketThatCannotBeBoundIsClosed() throws IOException {
        assertThat(doorbell.mount(mesh)).isEmpty();
        long before = openSockets();
        for (int i = 0; i < 100; i++) {
            assertThat(doorbell.mount(mesh)).isEmpty();
        }
        assertThat(openSockets()).isLessThan(before + 50);
    }

    @Test // FILE-6
    void whatDidNotWorkIsTriedAgainAfterAMinuteAndNotBefore() throws IOException {
        assertThat(doorbell.mount(mesh)).isEmpty();
        assertThat(doorbell.needsMounting()).isFalse();
        nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        assertThat(doorbell.needsMounting()).isFalse();
        nanos.addAndGet(1);
        assertThat(doorbell.needsMounting()).isTrue();
        Files.delete(inTheWay.resolve("precious"));
        Files.delete(inTheWay);
        assertThat(doorbell.mount(mesh)).isEqualTo(inTheWay.toString());
        nanos.addAndGet(Duration.ofHours(1).toNanos());
        assertThat(doorbell.needsMounting()).isFalse();
        Files.delete(inTheWay);
        assertThat(doorbell.needsMounting()).isTrue();
    }
}
