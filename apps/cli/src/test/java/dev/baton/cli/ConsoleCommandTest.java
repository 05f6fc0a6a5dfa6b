package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code baton console}, as a process and with wrong options. */
class ConsoleCommandTest {
    @TempDir
    Path directory;

    @Test // FILE-12, API-9
    void servesTheElectionsOfSeveralStoresUntilItIsTerminated() throws Exception {
        Path token = Files.writeString(directory.resolve("token"), "only-for-this-test\n");
        writeOverlappingTenures(directory.resolve("store"));
        try (BatonProcess console = BatonProcess.start(
                directory,
                Map.of("BATON_TOKEN_FILE", token.toString()),
                "console",
                "--on",
                "file:" + directory.resolve("store"),
                "--on",
                "lease:sqlite:" + directory.resolve("lease.db"),
                "--listen",
                "127.0.0.1:0",
                "--history",
                directory.resolve("console.db").toString())) {
            Awaitility.await("its address")
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> console.out().contains("\n"));
            String url = console.out().strip().replace("console at ", "");
            assertThat(get(url + "/").body()).contains("<baton-console>");
            assertThat(Cli.run("acquire", "job", "--on", "file:" + directory.resolve("store"))
                            .code())
                    .isZero();
            Awaitility.await("the election")
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> get(url + "/api/elections").body().contains("\"job\""));
            assertThat(get(url + "/api/console").body()).contains("\"s0\"", "\"s1\"", "\"writes\":\"token\"");
            Awaitility.await("the alarm, in the log and as a metric")
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> console.err().matches("(?s).*election=old [^\n]*overlap[^\n]*epoch 2 of b.*")
                            && get(url + "/metrics")
                                    .body()
                                    .contains("baton_reigns_overlapping{election=\"old\",store=\"s0\"} 1"));
            console.signal("TERM");
            assertThat(console.exitCode()).isZero();
            assertThat(console.err()).doesNotContain("only-for-this-test", "Exception");
        }
    }

    @Test // FILE-12
    void refusesWrongOptions() throws Exception {
        String store = "file:" + directory.resolve("store");
        assertThat(refused("--on", store, "--listen", "nowhere")).contains("HOST:PORT");
        assertThat(refused("--on", store, "--token-file", "/does/not/exist"))
                .contains("--token-file", "cannot read /does/not/exist");
        assertThat(refused("--on", store, "--keep-days", "0")).contains("--keep-days 0");
        assertThat(refused("--on", "postgres://app:secret@db/app"))
                .contains("password")
                .doesNotContain("secret");
        Path notADatabase = Files.writeString(directory.resolve("text"), "not a database ".repeat(100));
        assertThat(refused("--on", store, "--history", notADatabase.toString())).contains("--history");
    }

    /** Writes the history of a store in which two instances led at the same time. */
    private static void writeOverlappingTenures(Path store) throws IOException {
        Files.createDirectories(store.resolve("locks"));
        Files.createDirectories(store.resolve("history"));
        Files.createFile(store.resolve("locks/old.lock"));
        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        String line =
                "{\"epoch\":%d,\"instance_id\":\"%s\",\"from\":\"%s\",\"pid\":1,\"boot_id\":\"then\",\"url\":\"\"}%n"
                        + "{\"epoch\":%d,\"to\":\"%s\",\"reason\":\"expired\"}%n";
        Files.writeString(
                store.resolve("history/old"),
                line.formatted(1, "a", now.minusSeconds(90), 1, now.minusSeconds(50))
                        + line.formatted(2, "b", now.minusSeconds(60), 2, now.minusSeconds(40)));
    }

    private String refused(String... options) {
        List<String> words = new ArrayList<>(List.of("console"));
        words.addAll(List.of(options));
        if (!words.contains("--history")) {
            words.addAll(List.of("--history", directory.resolve("h.db").toString()));
        }
        Cli cli = Cli.run(words.toArray(new String[0]));
        assertThat(cli.code()).isEqualTo(2);
        return cli.err();
    }

    private static HttpResponse<String> get(String url) throws Exception {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString());
    }
}
