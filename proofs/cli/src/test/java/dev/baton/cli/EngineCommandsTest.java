package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The servers of the command on the engines, as on every other store: the console and the sidecar. */
class EngineCommandsTest {
    /** The simulated API server can be silent for a minute after a connection was lost. */
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TempDir
    Path directory;

    private String store = "";
    private Optional<TestEngine.Server> running = Optional.empty();

    private void start(TestEngine engine) {
        TestEngine.Server server = engine.start();
        running = Optional.of(server);
        store = server.url();
    }

    @AfterEach
    void close() {
        running.ifPresent(TestEngine.Server::close);
    }

    @ParameterizedTest // API-1, API-8
    @EnumSource(TestEngine.class)
    void consoleShowsAndTransfersLeadership(TestEngine engine) throws Exception {
        start(engine);
        try (BatonProcess one = candidate("one")) {
            await().atMost(TIMEOUT).until(() -> one.has("acquired"));
            try (BatonProcess two = candidate("two");
                    BatonProcess console = BatonProcess.start(
                            directory,
                            "console",
                            "--on",
                            store,
                            "--listen",
                            "127.0.0.1:0",
                            "--history",
                            directory.resolve("console.db").toString())) {
                await("its address").atMost(TIMEOUT).until(() -> console.out().contains("\n"));
                String election = console.out().strip().replace("console at ", "") + "/api/elections/job";
                await("the leader and the standby")
                        .atMost(TIMEOUT)
                        .until(() -> get(election).contains("\"leader\":{\"instance_id\":\"one\"")
                                && get(election).contains("\"instance_id\":\"two\""));
                assertThat(post(election + "/transfer", "{\"to\":\"two\"}")).isEqualTo(202);
                await("the transfer").atMost(TIMEOUT).until(() -> two.has("acquired"));
                await("the new leader and the history")
                        .atMost(TIMEOUT)
                        .until(() -> get(election).contains("\"leader\":{\"instance_id\":\"two\"")
                                && get(election).contains("\"reason\":\"transferred\""));
                console.signal("TERM");
                assertThat(console.exitCode()).as(console.err()).isZero();
            }
        }
    }

    @ParameterizedTest // API-1, API-2
    @EnumSource(TestEngine.class)
    void sidecarTakesOverAfterAKillAndAfterAStepDown(TestEngine engine) {
        start(engine);
        try (SidecarProcess one = SidecarProcess.start(directory, store, "one").awaitLeading();
                SidecarProcess two = SidecarProcess.start(directory, store, "two")) {
            long first = one.epoch();
            one.process().signal("KILL");
            two.awaitLeading();
            assertThat(two.epoch()).isGreaterThan(first);
            try (SidecarProcess three = SidecarProcess.start(directory, store, "three")) {
                assertThat(three.status("/leader")).isEqualTo(503);
                long second = two.epoch();
                two.process().signal("TERM");
                assertThat(two.process().exitCode()).as(two.process().err()).isZero();
                three.awaitLeading();
                assertThat(three.epoch()).isGreaterThan(second);
            }
        }
    }

    private BatonProcess candidate(String id) {
        return BatonProcess.start(directory, "run", "job", "--on", store, "--id", id, "--json");
    }

    private static String get(String url) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    private static int post(String url, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.ofString()).statusCode();
    }
}
