package dev.baton.console.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.console.HistoryLines;
import dev.baton.console.RawStore;
import dev.baton.console.TestConsole;
import dev.baton.testkit.TestCandidateProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The HTTP API as scripts use it. */
class ApiTest {
    private TestConsole console;

    @BeforeEach
    void start() {
        console = TestConsole.onFileStore();
    }

    @AfterEach
    void stop() {
        console.close();
    }

    @Test // API-7 API-8 API-9
    void showsTransfersAndRemembersATenure() throws IOException {
        try (TestCandidateProcess one =
                TestCandidateProcess.start(console.storeUrl(), "nightly", "one", Duration.ZERO)) {
            one.awaitEvent("acquired");
            try (TestCandidateProcess two =
                            TestCandidateProcess.start(console.storeUrl(), "nightly", "two", Duration.ZERO);
                    StreamClient stream = new StreamClient(console.url() + "/api/events", "")) {
                TestConsole.await(
                        "both instances are live",
                        () -> console.instances("nightly").size() == 2);
                assertThat(String.valueOf(console.election("nightly").get("leader")))
                        .contains("instance_id=one", "epoch=", "since=", "url=");

                var sent = console.post("/api/elections/nightly/transfer", "{\"to\":\"two\"}");
                assertThat(sent.statusCode()).isEqualTo(202);
                assertThat(sent.body()).matches("\\{\"status\":\"sent\",\"request_id\":\"[0-9a-f-]{36}\"}");
                two.awaitEvent("acquired");
                TestConsole.await(
                        "the badge moved", () -> console.badge("nightly").equals("two"));
                TestConsole.await("the stream reports the new leader", () -> stream.hasReceived("log", "\"leads\""));
                TestConsole.await(
                        "the end is in the history",
                        () -> console.list("nightly", "history").stream()
                                .anyMatch(tenure -> "transferred".equals(tenure.get("reason"))));
                assertThat(console.list("nightly", "history").get(0))
                        .containsKeys("epoch", "instance_id", "from", "to", "reason");

                assertThat(console.post("/api/elections/nightly/step-down", "").statusCode())
                        .isEqualTo(202);
                TestConsole.await(
                        "the first instance leads again",
                        () -> console.badge("nightly").equals("one"));
                assertThat(console.get("/metrics").body()).contains("baton_reigns_overlapping{election=\"nightly\"} 0");
            }
        }
        TestConsole.await(
                "no instance is live", () -> console.instances("nightly").isEmpty());
        assertThat(console.election("nightly").get("leader")).isNull();
    }

    @Test // API-8
    void answersImpossibleRequestsWithAnErrorCode() {
        for (String path : List.of("/api/elections/none", "/api/none", "/none.js")) {
            assertThat(console.get(path).statusCode()).as(path).isEqualTo(404);
            assertThat(console.get(path).body()).as(path).contains("\"error\":\"NOT_FOUND\"");
        }
        assertThat(console.post("/api/elections/none/transfer", "{\"to\":\"a\"}")
                        .statusCode())
                .isEqualTo(404);
        console.raw().elections("nightly");
        TestConsole.await(
                "the election is known",
                () -> console.get("/api/elections/nightly").statusCode() == 200);
        assertThat(console.post("/api/elections/nightly/transfer", "{\"to\":\"unknown\"}")
                        .statusCode())
                .isEqualTo(404);
        assertThat(console.post("/api/elections/nightly/step-down", "").body()).contains("NO_LEADER");
        console.raw().roster("here", List.of(RawStore.leader("nightly", "alone", 1, 0)));
        TestConsole.await(
                "the only instance leads", () -> console.badge("nightly").equals("alone"));
        var refused = console.post("/api/elections/nightly/step-down", "");
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("NO_SUCCESSOR");
        for (String body : List.of("", "{}", "[]", "{\"to\":7}", "{\"to\":\"../x\"}", "{\"to\":\"a\"", "null")) {
            assertThat(console.post("/api/elections/nightly/transfer", body).statusCode())
                    .as(body)
                    .isEqualTo(400);
        }
    }

    @Test // API-7
    void sendsMissedEventsOnceToAClientThatReconnects() throws IOException {
        console.raw().elections("nightly");
        TestConsole.await(
                "the election is known",
                () -> console.get("/api/elections/nightly").statusCode() == 200);
        String position =
                console.get("/api/elections").headers().firstValue("Baton-Feed").orElseThrow();
        for (int i = 1; i <= 3; i++) {
            String id = "i" + i;
            console.raw().roster("p" + i, List.of(RawStore.standby("nightly", id, 0)));
            TestConsole.await(id, () -> console.instances("nightly").contains(id));
        }
        try (StreamClient first = new StreamClient(console.url() + "/api/events?after=" + position, "")) {
            TestConsole.await("all three events", () -> first.hasReceived("log", "i3"));
            List<StreamClient.StreamEvent> all = numbered(first);
            String middle = all.get(all.size() / 2).id();
            try (StreamClient again = new StreamClient(console.url() + "/api/events", middle)) {
                TestConsole.await("the missed events", () -> again.hasReceived("log", "i3"));
                assertThat(numbered(again)).isEqualTo(all.subList(all.size() / 2 + 1, all.size()));
            }
        }
        String run = position.substring(0, position.lastIndexOf('-'));
        for (String unknown : List.of(
                "another-7",
                run,
                run + "-",
                run + "--1",
                run + "-9999999",
                run + "-99999999999999999999",
                "\u00ff",
                "0")) {
            try (StreamClient lost = new StreamClient(console.url() + "/api/events", unknown)) {
                TestConsole.await("reset after position " + unknown, () -> lost.hasReceived("reset", ""));
            }
        }
    }

    @Test // API-9
    void countsOverlappingTenuresInTheMetric() {
        console.raw()
                .history(
                        "nightly",
                        new HistoryLines()
                                .tenure("a", 100, 50, "expired")
                                .tenure("b", 60, 40, "resigned")
                                .lines());
        console.raw().elections("nightly");
        TestConsole.await(
                "the metric counts the overlap",
                () -> console.get("/metrics").body().contains("baton_reigns_overlapping{election=\"nightly\"} 1"));
        assertThat(console.get("/metrics").body()).contains("# TYPE baton_reigns_overlapping gauge");
        assertThat(String.valueOf(console.list("nightly", "overlaps"))).contains("10000");
        assertThat(console.get("/api/log").body()).contains("\"overlap\"");
    }

    private List<StreamClient.StreamEvent> numbered(StreamClient stream) {
        return stream.events.stream().filter(event -> !event.id().isEmpty()).toList();
    }
}
