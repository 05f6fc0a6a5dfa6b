package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code baton sidecar}, as two processes on a directory, and with wrong options. */
class SidecarCommandTest {
    @TempDir
    Path directory;

    @Test // API-2
    void standbyAnswersWith200AfterTheLeaderIsKilled() {
        String store = "file:" + directory.resolve("store");
        try (SidecarProcess one = SidecarProcess.start(directory, store, "one").awaitLeading();
                SidecarProcess two = SidecarProcess.start(directory, store, "two")) {
            assertThat(two.status("/leader")).isEqualTo(503);
            await("both are ready")
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> one.status("/readyz") == 200 && two.status("/readyz") == 200);
            long epoch = one.epoch();
            one.process().signal("KILL");
            two.awaitLeading();
            assertThat(two.epoch()).isGreaterThan(epoch);
            two.process().signal("TERM");
            assertThat(two.process().exitCode()).as(two.process().err()).isZero();
        }
        assertThat(Cli.run("status", "job", "--on", store).code())
                .as("released, and not only ended")
                .isEqualTo(1);
    }

    @Test // API-8
    void stepsDownWithTheTokenAndWithAFailedHealthCommand() throws Exception {
        String store = "file:" + directory.resolve("store");
        Path token = Files.writeString(directory.resolve("token"), "only-for-this-test\n");
        Path healthy = Files.createFile(directory.resolve("healthy"));
        try (SidecarProcess one = SidecarProcess.start(
                        directory, store, "one", "--token-file", token.toString(), "--advertise", "http://one.example")
                .awaitLeading()) {
            try (SidecarProcess two = SidecarProcess.start(
                    directory, store, "two", "--health-command", "test -e " + healthy, "--stop-grace", "0.5")) {
                await("two observes the leader and its URL")
                        .atMost(Duration.ofSeconds(30))
                        .until(() -> String.valueOf(two.leader().get("leader")).contains("http://one.example"));
                assertThat(one.sendAsync("POST", "/stepdown", "Authorization", "Bearer only-for-this-test")
                                .get(30, TimeUnit.SECONDS)
                                .statusCode())
                        .isEqualTo(200);
                two.awaitLeading();
                Files.delete(healthy);
                one.awaitLeading();
                assertThat(two.status("/leader")).isEqualTo(503);
                two.process().signal("INT");
                assertThat(two.process().exitCode()).as(two.process().err()).isZero();
            }
            assertThat(one.process().err()).doesNotContain("only-for-this-test", "Exception");
        }
    }

    @Test // API-10
    void refusesWrongOptions() throws Exception {
        String store = "file:" + directory.resolve("store");
        assertThat(refused("--on", store, "--listen", "0.0.0.0:7071")).contains("0.0.0.0:7071", "--token-file FILE");
        assertThat(refused("--on", store, "--listen", "nowhere")).contains("HOST:PORT");
        assertThat(refused("--on", store, "--stop-grace", "0")).contains("--stop-grace");
        assertThat(refused("--on", store, "--validity", "1ms")).contains("--validity");
        assertThat(refused("--on", "postgres://app:secret@db/app"))
                .contains("password")
                .doesNotContain("secret");
        Path empty = Files.createFile(directory.resolve("empty"));
        assertThat(refused("--on", store, "--listen", "127.0.0.1:0", "--token-file", empty.toString()))
                .contains(empty.toString());
        assertThat(refused("--on", store, "--token-file", "/does/not/exist"))
                .contains("--token-file", "/does/not/exist");
        assertThat(Cli.run(Map.of(), "sidecar", "--on", store).err()).contains("needs the name of an election");
    }

    private static String refused(String... options) {
        String[] words = new String[options.length + 2];
        words[0] = "sidecar";
        words[1] = "job";
        System.arraycopy(options, 0, words, 2, options.length);
        Cli cli = Cli.run(words);
        assertThat(cli.code()).as(cli.err()).isEqualTo(2);
        return cli.err();
    }
}
