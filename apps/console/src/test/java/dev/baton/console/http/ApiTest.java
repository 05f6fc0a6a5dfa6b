package dev.baton.console.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.console.RawStore;
import dev.baton.console.Reigns;
import dev.baton.console.Watched;
import dev.baton.testkit.TestCandidateProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What scripts can read and wish. */
class ApiTest {
    private Watched watched;

    @BeforeEach
    void start() {
        watched = Watched.fileStore();
    }

    @AfterEach
    void stop() {
        watched.close();
    }

    @Test // API-7 API-8 API-9
    void aLeadershipIsSeenMovedAndRemembered() throws IOException {
        try (TestCandidateProcess one =
                TestCandidateProcess.start(watched.storeUrl(), "nightly", "one", Duration.ZERO)) {
            one.awaitEvent("acquired");
            try (TestCandidateProcess two =
                            TestCandidateProcess.start(watched.storeUrl(), "nightly", "two", Duration.ZERO);
                    Listener listener = new Listener(watched.url() + "/api/events", "")) {
                Watched.await(
                        "both are there", () -> watched.instances("nightly").size() == 2);
                assertThat(String.valueOf(watched.election("nightly").get("leader")))
                        .contains("instance_id=one", "epoch=", "since=", "url=");

                var sent = watched.post("/api/elections/nightly/transfer", "{\"to\":\"two\"}");
                assertThat(sent.statusCode()).isEqualTo(202);
                assertThat(sent.body()).isEqualTo("{\"status\":\"sent\"}");
                two.awaitEvent("acquired");
                Watched.await("the badge moved", () -> watched.badge("nightly").equals("two"));
                Watched.await("the stream told it", () -> listener.hasHeard("log", "\"leads\""));
                Watched.await(
                        "the end is remembered",
                        () -> watched.list("nightly", "history").stream()
                                .anyMatch(reign -> "transferred".equals(reign.get("reason"))));
                assertThat(watched.list("nightly", "history").get(0))
                        .containsKeys("epoch", "instance_id", "from", "to", "reason");

                assertThat(watched.post("/api/elections/nightly/step-down", "").statusCode())
                        .isEqualTo(202);
                Watched.await("it went back", () -> watched.badge("nightly").equals("one"));
                assertThat(watched.get("/metrics").body()).contains("baton_reigns_overlapping{election=\"nightly\"} 0");
            }
        }
        Watched.await("nobody is left", () -> watched.instances("nightly").isEmpty());
        assertThat(watched.election("nightly").get("leader")).isNull();
    }

    @Test // API-8
    void whatCannotBeDoneIsToldWithAReason() {
        assertThat(watched.get("/api/elections/none").statusCode()).isEqualTo(404);
        assertThat(watched.post("/api/elections/none/transfer", "{\"to\":\"a\"}")
                        .statusCode())
                .isEqualTo(404);
        watched.raw().elections("nightly");
        Watched.await("it is known", () -> watched.get("/api/elections/nightly").statusCode() == 200);
        assertThat(watched.post("/api/elections/nightly/transfer", "{\"to\":\"nobody\"}")
                        .statusCode())
                .isEqualTo(404);
        assertThat(watched.post("/api/elections/nightly/step-down", "").body()).contains("NO_LEADER");
        watched.raw().roster("here", List.of(RawStore.leader("nightly", "alone", 1, 0)));
        Watched.await("it leads", () -> watched.badge("nightly").equals("alone"));
        var refused = watched.post("/api/elections/nightly/step-down", "");
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("NO_SUCCESSOR");
        for (String body : List.of("", "{}", "[]", "{\"to\":7}", "{\"to\":\"../x\"}", "{\"to\":\"a\"", "null")) {
            assertThat(watched.post("/api/elections/nightly/transfer", body).statusCode())
                    .as(body)
                    .isEqualTo(400);
        }
    }

    @Test // API-7
    void aListenerThatWasAwayHearsWhatItMissedAndNothingTwice() throws IOException {
        watched.raw().elections("nightly");
        Watched.await("it is known", () -> watched.get("/api/elections/nightly").statusCode() == 200);
        String place =
                watched.get("/api/elections").headers().firstValue("Baton-Feed").orElseThrow();
        for (int i = 1; i <= 3; i++) {
            String id = "i" + i;
            watched.raw().roster("p" + i, List.of(RawStore.standby("nightly", id, 0)));
            Watched.await(id, () -> watched.instances("nightly").contains(id));
        }
        try (Listener first = new Listener(watched.url() + "/api/events?after=" + place, "")) {
            Watched.await("all three", () -> first.hasHeard("log", "i3"));
            List<Listener.Heard> all = numbered(first);
            String middle = all.get(all.size() / 2).id();
            try (Listener again = new Listener(watched.url() + "/api/events", middle)) {
                Watched.await("the rest", () -> again.hasHeard("log", "i3"));
                assertThat(numbered(again)).isEqualTo(all.subList(all.size() / 2 + 1, all.size()));
            }
        }
        String run = place.substring(0, place.lastIndexOf('-'));
        for (String nowhere : List.of(
                "another-7",
                run,
                run + "-",
                run + "--1",
                run + "-9999999",
                run + "-99999999999999999999",
                "\u00ff",
                "0")) {
            try (Listener lost = new Listener(watched.url() + "/api/events", nowhere)) {
                Watched.await("told to start over: " + nowhere, () -> lost.hasHeard("reset", ""));
            }
        }
    }

    @Test // API-9
    void overlappingReignsRaiseTheMetricOnceTheStoreTellsThem() {
        watched.raw()
                .history(
                        "nightly",
                        new Reigns()
                                .reign("a", 100, 50, "expired")
                                .reign("b", 60, 40, "resigned")
                                .lines());
        watched.raw().elections("nightly");
        Watched.await(
                "the alarm",
                () -> watched.get("/metrics").body().contains("baton_reigns_overlapping{election=\"nightly\"} 1"));
        assertThat(String.valueOf(watched.list("nightly", "overlaps"))).contains("10000");
        assertThat(watched.get("/api/log").body()).contains("\"overlap\"");
    }

    private List<Listener.Heard> numbered(Listener listener) {
        return listener.heard.stream().filter(each -> !each.id().isEmpty()).toList();
    }
}
