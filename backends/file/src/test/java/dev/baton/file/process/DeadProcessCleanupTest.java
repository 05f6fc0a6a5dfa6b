package dev.baton.file.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.file.disk.DirectoryLayout;
import dev.baton.file.posix.StoreFiles;
import dev.baton.support.process.ProcessEvidence;
import dev.baton.support.process.ProcessIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeadProcessCleanupTest {
    @TempDir
    Path directory;

    @Test // FILE-2
    void removesOnlyFilesWithExactlyTheNameOfTheDeadProcess() throws IOException {
        DirectoryLayout layout = new DirectoryLayout(directory.resolve("store"));
        Path precious = directory.resolve("precious");
        StoreFiles.createFile(precious);
        StoreFiles.createDirectories(layout.roster());
        StoreFiles.createFile(layout.liveness("1"));
        Files.writeString(
                layout.liveness("1"),
                "{\"instance_id\":\"1\",\"pid\":1,\"process\":\"1\",\"socket\":\"" + precious + "\"}");
        List<Path> ofOthers = List.of(
                precious,
                layout.liveness("1-2-abc"),
                layout.live().resolve("10.sock"),
                layout.roster().resolve("1-2-abc.jsonl"),
                layout.roster().resolve("12_2.jsonl"));
        List<Path> ofDead = List.of(
                layout.live().resolve("1.sock"),
                layout.live().resolve("1.hold-1"),
                layout.roster().resolve("1.jsonl"),
                layout.roster().resolve("1_2.jsonl"));
        for (Path path : ofOthers) {
            StoreFiles.createFile(path);
        }
        for (Path path : ofDead) {
            StoreFiles.createFile(path);
        }
        AtomicLong nanos = new AtomicLong();
        DeadProcessCleanup cleanup =
                new DeadProcessCleanup(layout, new DeathEvidence(layout, ProcessEvidence.ofThisMachine()), nanos::get);
        List<LiveProcess> processes = LiveProcess.readAll(layout);

        cleanup.run(processes);
        assertThat(ofDead).allMatch(Files::exists);
        nanos.addAndGet(Duration.ofSeconds(31).toNanos());
        cleanup.run(processes);

        assertThat(ofDead).noneMatch(Files::exists);
        assertThat(layout.liveness("1")).doesNotExist();
        assertThat(ofOthers).allMatch(Files::exists);
    }

    @Test // FILE-2, FILE-6
    void keepsTheFilesOfARunningProcessWhoseLivenessFileWasReplaced() throws Exception {
        DirectoryLayout layout = new DirectoryLayout(directory.resolve("store"));
        Process running = new ProcessBuilder("sleep", "600").start();
        try {
            LocalProcess process =
                    new LocalProcess(ProcessIdentity.of(running.pid()).orElseThrow(), "1-2-running");
            LivenessFile file = new LivenessFile(layout, process);
            file.create(Optional.empty());
            file.abandon();
            AtomicLong nanos = new AtomicLong();
            DeadProcessCleanup cleanup = new DeadProcessCleanup(
                    layout, new DeathEvidence(layout, ProcessEvidence.ofThisMachine()), nanos::get);
            for (int round = 0; round < 2; round++) {
                cleanup.run(LiveProcess.readAll(layout));
                nanos.addAndGet(Duration.ofSeconds(31).toNanos());
            }
            assertThat(layout.liveness(process.name())).exists();
        } finally {
            running.destroyForcibly();
        }
    }
}
