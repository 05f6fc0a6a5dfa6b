package dev.baton.cli;

import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.baton.support.process.ControlGroup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** A control group whose processes are frozen. Those in version 1 cannot be killed before they are thawed. */
final class Freezer implements AutoCloseable {
    private final Path group;
    private final Path control;
    private final String frozen;
    private final String thawed;

    private Freezer(Path parent, String control, String frozen, String thawed) {
        assumeThat(Files.isWritable(parent.resolve("cgroup.procs")))
                .as("a freezer at " + parent)
                .isTrue();
        try {
            this.group = Files.createTempDirectory(parent, "baton-test-");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        this.control = group.resolve(control);
        this.frozen = frozen;
        this.thawed = thawed;
    }

    static Freezer v1() {
        return new Freezer(Path.of("/sys/fs/cgroup/freezer"), "freezer.state", "FROZEN", "THAWED");
    }

    static Freezer v2() {
        return new Freezer(ControlGroup.ofThisProcess().orElse(Path.of("/none")), "cgroup.freeze", "1", "0");
    }

    void freeze(long pid) {
        try {
            Files.writeString(group.resolve("cgroup.procs"), Long.toString(pid));
            Files.writeString(control, frozen);
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> Files.readString(control).strip().equals(frozen));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    void thaw() throws IOException {
        Files.writeString(control, thawed);
    }

    @Override
    public void close() throws IOException {
        thaw();
        // A process that is ending is not listed any more, but the group is busy until it has ended.
        await("the group is empty")
                .atMost(Duration.ofSeconds(40))
                .ignoreExceptionsInstanceOf(FileSystemException.class)
                .untilAsserted(() -> Files.deleteIfExists(group));
    }
}
