package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every command starts as a process of its own; the commands for elections do their work once on a directory. */
class CommandSmokeTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run",
                "shards",
                "sidecar",
                "acquire",
                "status",
                "watch",
                "history",
                "transfer",
                "keys",
                "doctor",
                "quorum",
                "once",
                "node",
                "agent",
                "jobs",
                "agents",
                "role",
                "drain",
                "console",
                "demo",
                "completion",
                "man"
            })
    void everyCommandShowsItsHelp(String command) {
        try (BatonProcess process = BatonProcess.start(directory, command, "--help")) {
            assertThat(process.exitCode()).isZero();
            assertThat(process.out()).contains("baton " + command);
        }
    }

    @Test // PG-10, FILE-9
    void electionCommandsWorkOnADirectory() {
        String store = "file:" + directory.resolve("store");
        assertThat(output("run", "nightly", "--on", store, "--", "sh", "-c", "echo epoch $BATON_EPOCH"))
                .contains("epoch 1");
        assertThat(output("acquire", "nightly", "--on", store)).contains("2");
        assertThat(output("history", "nightly", "--on", store, "--json")).contains("\"epoch\":1", "\"epoch\":2");
        assertThat(output("doctor", "--on", store)).contains("ok");
        assertThat(output("keys", "nightly")).isNotBlank();
        assertThat(output("completion")).contains("baton");
    }

    @Test // QUORUM-8
    void commandDoesNotGetThePasswordOfTheBroker() {
        String store = "file:" + directory.resolve("store");
        try (BatonProcess process = BatonProcess.start(
                directory, Map.of("BATON_MQTT_PASSWORD", "s3cret"), "run", "job", "--on", store, "--", "env")) {
            assertThat(process.exitCode()).as(process.err()).isZero();
            assertThat(process.out()).contains("BATON_ELECTION=job").doesNotContain("s3cret");
        }
    }

    @Test // PG-10
    void commandsThatFindNothingExitWithOne() {
        String store = "file:" + directory.resolve("store");
        try (BatonProcess status = BatonProcess.start(directory, "status", "nightly", "--on", store);
                BatonProcess transfer =
                        BatonProcess.start(directory, "transfer", "nightly", "--to", "other", "--on", store)) {
            assertThat(status.exitCode()).isEqualTo(1);
            assertThat(transfer.exitCode()).isEqualTo(1);
        }
    }

    private String output(String... args) {
        try (BatonProcess process = BatonProcess.start(directory, args)) {
            assertThat(process.exitCode()).as(process.err()).isZero();
            return process.out();
        }
    }
}
