package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Baton as process 1 of a pid namespace, as in a container. */
class ProcessOneTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(40);

    @TempDir
    Path directory;

    @BeforeEach
    void namespacesWork() {
        assumeThat(LeashProbe.OF_THIS_PROCESS.problem(LeashLevel.NAMESPACE)).isEmpty();
    }

    @Test // API-3: a leader whose command is stopped for ever prevents the others from running theirs
    void requestToSuspendDoesNotStopTheCommand() {
        try (BatonProcess outer = run("unshare", "--pid", "--fork", "--kill-child=KILL", "--mount-proc", "--")) {
            await().atMost(TIMEOUT).until(() -> Files.exists(directory.resolve("up")));
            long baton = ProcessHandle.of(outer.pid())
                    .orElseThrow()
                    .children()
                    .findFirst()
                    .orElseThrow()
                    .pid();
            Processes.signal("TSTP", baton);
            await().atMost(TIMEOUT).until(() -> outer.err().contains("cannot be suspended"));
            assertThat(Processes.aliveIn(directory)).isNotEmpty().noneMatch(pid -> Processes.state(pid) == 'T');
        }
        await().atMost(TIMEOUT).until(() -> Processes.aliveIn(directory).isEmpty());
    }

    @Test
    void procOfAnotherNamespaceIsNamedAsTheProblem() {
        BatonProcess baton = run("unshare", "--pid", "--fork", "--kill-child=KILL", "--");
        assertThat(baton.exitCode()).isEqualTo(2);
        assertThat(baton.err()).contains("this process is not in /proc under its pid");
        assertThat(directory.resolve("up")).doesNotExist();
    }

    @Test
    void procWithoutTheTimeSinceBootIsNamedAsTheProblem() {
        String mount = "mount -t proc -o subset=pid proc /proc && exec \"$0\" \"$@\"";
        assumeThat(exitCode("unshare", "--mount", "sh", "-c", mount, "true")).isZero();
        BatonProcess baton = run("unshare", "--mount", "sh", "-c", mount);
        assertThat(baton.exitCode()).isEqualTo(2);
        assertThat(baton.err()).contains("/proc/uptime", "subset=pid");
        assertThat(directory.resolve("up")).doesNotExist();
    }

    private static int exitCode(String... words) {
        try {
            return new ProcessBuilder(words).start().waitFor();
        } catch (IOException | InterruptedException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private BatonProcess run(String... before) {
        return BatonProcess.start(
                directory,
                List.of(before),
                Map.of(),
                "run",
                "job",
                "--on",
                "file:" + directory.resolve("store"),
                "--",
                "sh",
                "-c",
                "cd \"$0\"; echo up >up; while :; do sleep 0.05; done",
                directory.toString());
    }
}
