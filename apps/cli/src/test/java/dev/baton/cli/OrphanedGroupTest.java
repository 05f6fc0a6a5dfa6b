package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.baton.support.process.ControlGroup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A daemon in the control group of a command whose baton, watchdog and runner were all killed. */
// API-3, FILE-6: nobody leads while a command of the tenure before runs
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class OrphanedGroupTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final String DAEMON =
            "cd \"$1\"; setsid sh -c 'while :; do echo beat >>beats; sleep 0.01; done' & exec tail -f /dev/null";

    @TempDir
    Path directory;

    private String former = "none-";

    @BeforeEach
    void groupsWorkHere() {
        assumeThat(LeashProbe.OF_THIS_PROCESS.problem(LeashLevel.CGROUP)).isEmpty();
    }

    @AfterEach
    void removeGroups() throws Exception {
        killDaemon();
        Path parent = ControlGroup.ofThisProcess().orElseThrow();
        // The kernel frees the last process after its end.
        await().atMost(LONG).ignoreExceptions().until(() -> {
            try (Stream<Path> groups = Files.list(parent)) {
                List<Path> left = groups.filter(
                                group -> group.getFileName().toString().startsWith("baton-" + former))
                        .toList();
                for (Path group : left) {
                    Files.delete(group);
                }
                return left.isEmpty();
            }
        });
    }

    private void killDaemon() {
        Processes.aliveIn(directory).forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
    }

    private BatonProcess run(List<String> before, String script) throws Exception {
        Path file = Files.writeString(Files.createTempFile(directory, "job", ".sh"), script + "\n");
        return BatonProcess.start(
                directory,
                before,
                Map.of(),
                "run",
                "nightly",
                "--on",
                "file:" + directory.resolve("store"),
                "--leash",
                "cgroup",
                "--",
                "sh",
                file.toString(),
                directory.toString());
    }

    private List<String> beats() throws Exception {
        Path file = directory.resolve("beats");
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    @Test
    void successorWaitsUntilItsGroupIsEmpty() throws Exception {
        assertWaits(List.of());
    }

    @Test
    void successorInAnotherPidNamespaceWaitsToo() throws Exception {
        List<String> namespace = List.of("unshare", "--pid", "--fork", "--kill-child", "--mount-proc");
        List<String> trial = new ArrayList<>(namespace);
        trial.add("true");
        int code = new ProcessBuilder(trial).redirectErrorStream(true).start().waitFor();
        assumeThat(code).as("pid namespaces work here").isZero();
        assertWaits(namespace);
    }

    /** @param before the words in front of the successor's command line */
    private void assertWaits(List<String> before) throws Exception {
        try (BatonProcess baton = run(List.of(), DAEMON)) {
            former = baton.pid() + "-";
            await().atMost(LONG).until(() -> !beats().isEmpty());
            long runner = Processes.withArguments("baton-runner", directory.toString());
            long watchdog = Processes.withArguments("baton-watchdog", directory.toString());
            // None of them gets the chance to kill the daemon.
            Processes.signal("STOP", baton.pid(), runner, watchdog);
            Processes.signal("KILL", baton.pid(), runner, watchdog);
        }
        try (BatonProcess successor = run(before, "cd \"$1\"; echo next >>beats")) {
            await().atMost(LONG).until(() -> successor.err().contains("or in the control group with inode"));
            int count = beats().size();
            await().atMost(LONG).until(() -> beats().size() > count);
            assertThat(beats()).doesNotContain("next");
            killDaemon();
            assertThat(successor.exitCode()).as(successor.err()).isZero();
        }
        List<String> all = beats();
        assertThat(all.get(all.size() - 1)).isEqualTo("next");
    }
}
