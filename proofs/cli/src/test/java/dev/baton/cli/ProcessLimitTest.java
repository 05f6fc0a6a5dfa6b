package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole baton whose command uses up all processes and threads of its user. */
class ProcessLimitTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Set<PosixFilePermission> ALL = PosixFilePermissions.fromString("rwxrwxrwx");

    @TempDir
    Path directory;

    @BeforeEach
    void limitWorksHere() {
        assumeThat(LeashTrial.isRoot()).as("needs root to become another user").isTrue();
        assumeThat(LeashProbe.OF_THIS_PROCESS.problem(LeashLevel.MARKER)).isEmpty();
    }

    @Test // API-3: an instance that neither leads nor stands by looks like a standby
    void batonEndsWithTheCommandAlthoughNoThreadCouldStart() throws Exception {
        Files.setPosixFilePermissions(directory, ALL);
        List<String> words = new ArrayList<>(UsedUpProcessesTest.fewProcesses());
        words.addAll(BatonProcess.command(
                directory,
                "run",
                "job",
                "--on",
                "file:" + directory.resolve("store"),
                "--leash",
                "marker",
                "--",
                "/usr/bin/perl",
                "-e",
                UsedUpProcessesTest.HOG,
                directory.toString()));
        int path = words.indexOf("-cp") + 1;
        words.set(path, ReadableClassPath.copyOf(words.get(path)));
        Files.setPosixFilePermissions(directory.resolve("tmp"), ALL);
        Process baton = new ProcessBuilder(words)
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("output").toFile())
                .start();
        try {
            Path full = directory.resolve("full");
            await().atMost(TIMEOUT).until(() -> Files.exists(full));
            long hog = Long.parseLong(Files.readString(full));
            await().atMost(TIMEOUT)
                    .until(() -> !Processes.isAlive(hog)
                            || Files.readString(directory.resolve("output")).contains("OutOfMemoryError"));
            ProcessHandle.of(hog).ifPresent(ProcessHandle::destroyForcibly);
            assertThat(baton.waitFor(60, TimeUnit.SECONDS))
                    .as(Files.readString(directory.resolve("output")))
                    .isTrue();
            assertThat(Processes.aliveIn(directory)).isEmpty();
        } finally {
            baton.descendants().forEach(ProcessHandle::destroyForcibly);
            baton.destroyForcibly();
        }
    }
}
