package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code baton once} after a run whose baton and watchdog are frozen past {@code --at-most}. */
// API-3: no two runs of a task overlap
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class FrozenTaskTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final String BEATS = "cd \"$1\"; while :; do echo beat >>beats; sleep 0.01; done";

    @TempDir
    Path directory;

    private BatonProcess once(LeashLevel level, Path script, String... options) {
        String[] words = {
            "once",
            "nightly",
            "--on",
            "file:" + directory.resolve("store"),
            "--at-least",
            "0",
            "--at-most",
            "3",
            "--stop-grace",
            "100ms",
            "--leash",
            level.option()
        };
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of(options));
        all.addAll(List.of("--", "sh", script.toString(), directory.toString()));
        return BatonProcess.start(directory, all.toArray(String[]::new));
    }

    private Path script(String text) throws IOException {
        return Files.writeString(Files.createTempFile(directory, "job", ".sh"), text + "\n");
    }

    private long beats() throws IOException {
        Path file = directory.resolve("beats");
        return Files.exists(file)
                ? Files.readAllLines(file).stream().filter("beat"::equals).count()
                : 0;
    }

    private BatonProcess frozen(LeashLevel level) throws IOException {
        assumeThat(LeashProbe.OF_THIS_PROCESS.problem(level)).isEmpty();
        BatonProcess run = once(level, script(BEATS));
        await().atMost(LONG).until(() -> beats() > 0);
        Processes.signal("STOP", run.pid());
        Processes.signal("STOP", watchdog());
        return run;
    }

    private long watchdog() {
        return Processes.withArguments("baton-watchdog", directory.toString());
    }

    @AfterEach
    void thaw() {
        // One that ends just now cannot be signalled.
        await().atMost(LONG).ignoreExceptions().until(() -> {
            List<Long> left = ProcessHandle.allProcesses()
                    .map(ProcessHandle::pid)
                    .filter(pid -> Processes.hasArguments(pid, "baton-watchdog", directory.toString()))
                    .filter(Processes::isAlive)
                    .toList();
            left.forEach(pid -> Processes.signal("CONT", pid));
            return left.isEmpty();
        });
    }

    private void assertLast(String line) throws IOException {
        List<String> all = Files.readAllLines(directory.resolve("beats"));
        assertThat(all.get(all.size() - 1)).isEqualTo(line);
        assertThat(all.stream().filter(line::equals)).hasSize(1);
    }

    @Test
    void nextRunEndsTheFrozenOneInItsNamespace() throws Exception {
        LeashLevel level =
                LeashProbe.OF_THIS_PROCESS.problem(LeashLevel.NAMESPACE).isEmpty()
                        ? LeashLevel.NAMESPACE
                        : LeashLevel.USER_NAMESPACE;
        try (BatonProcess former = frozen(level)) {
            Path next = script("cd \"$1\"; echo next >>beats");
            await().atMost(LONG).untilAsserted(() -> {
                try (BatonProcess run = once(level, next, "--fail-if-skipped")) {
                    assertThat(run.exitCode()).as(run.err()).isZero();
                }
            });
            assertLast("next");
            former.signal("CONT");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"CGROUP", "MARKER"})
    void runThatIgnoresTheFrozenOneBegins(LeashLevel level) throws Exception {
        try (BatonProcess former = frozen(level)) {
            await().atMost(LONG).untilAsserted(() -> {
                // Until --at-most has passed, the task is locked.
                try (BatonProcess next = once(level, script("exit 5"), "--live-command", "ignore")) {
                    assertThat(next.exitCode()).as(next.err()).isEqualTo(5);
                    assertThat(next.err()).contains("acquires although the command of an earlier run");
                }
            });
            assertThat(former.isAlive()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"CGROUP", "MARKER"})
    void waitingRunBeginsWhenTheFrozenOneHasEnded(LeashLevel level) throws Exception {
        try (BatonProcess former = frozen(level);
                BatonProcess next = waiting(level, script("cd \"$1\"; echo next >>beats"))) {
            long before = beats();
            await().atMost(LONG).until(() -> beats() > before);
            Processes.signal("CONT", watchdog());
            assertThat(next.exitCode()).as(next.err()).isZero();
            assertLast("next");
            former.signal("CONT");
        }
    }

    @Test
    void stopEndsTheWait() throws Exception {
        LeashLevel level = LeashProbe.OF_THIS_PROCESS.problem(LeashLevel.MARKER).isEmpty()
                ? LeashLevel.MARKER
                : LeashLevel.VARIABLE;
        try (BatonProcess former = frozen(level);
                BatonProcess next = waiting(level, script("echo next"))) {
            next.signal("TERM");
            assertThat(next.exitCode()).isZero();
            assertThat(next.out()).isEmpty();
            former.signal("CONT");
        }
    }

    /** Starts runs until one waits for the command of the frozen one. */
    private BatonProcess waiting(LeashLevel level, Path script) {
        while (true) {
            BatonProcess run = once(level, script);
            await().atMost(LONG)
                    .until(() -> !run.isAlive() || run.err().contains("waits: the command of an earlier run"));
            if (run.isAlive()) {
                return run;
            }
            run.close();
        }
    }
}
