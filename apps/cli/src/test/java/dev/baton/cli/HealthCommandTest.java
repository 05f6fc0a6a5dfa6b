package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HealthCommandTest {
    @TempDir
    Path directory;

    @Test // API-8
    void killsTheDescendantsOfACommandThatTakesTooLong() throws Exception {
        String inGroup = "86421." + ProcessHandle.current().pid();
        String inOwnSession = "86422." + ProcessHandle.current().pid();
        HealthCommand command =
                new HealthCommand("sleep " + inGroup + " & setsid sleep " + inOwnSession + " & sleep 600");
        assertThat(command.isHealthy()).isFalse();
        assertThat(Processes.anyAliveWith("sleep", inGroup)).isFalse();
        assertThat(Processes.anyAliveWith("sleep", inOwnSession)).isFalse();
    }

    @Test // API-8
    void failureIsLoggedOnceWithItsReason() {
        try (BatonProcess baton = BatonProcess.start(
                directory,
                "run",
                "job",
                "--on",
                "file:" + directory,
                "--health-command",
                "date >> " + directory.resolve("checks") + "; exit 7")) {
            await().atMost(Duration.ofSeconds(60)).until(() -> checks() > 2);
            assertThat(baton.err()).containsOnlyOnce("the health command ended with exit code 7");
        }
    }

    @Test // API-8
    void leaderGoesOnWhileACommandThatTakesFourSecondsSucceeds() {
        try (BatonProcess baton = BatonProcess.start(
                directory,
                "run",
                "job",
                "--json",
                "--on",
                "file:" + directory,
                "--health-command",
                "[ ! -e " + directory.resolve("checks") + " ] || sleep 4; date >> " + directory.resolve("checks"))) {
            await().atMost(Duration.ofSeconds(60)).until(() -> baton.has("acquired") && checks() > 1);
            assertThat(baton.has("released")).isFalse();
        }
    }

    private long checks() throws Exception {
        Path checks = directory.resolve("checks");
        return Files.exists(checks) ? Files.readAllLines(checks).size() : 0;
    }
}
