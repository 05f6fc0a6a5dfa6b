package dev.baton.console.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.console.RawStore;
import dev.baton.console.TestConsole;
import dev.baton.support.json.Json;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Writes that arrive twice, late or with a wrong query. */
class RequestedWritesTest {
    private static final String TRANSFER = "/api/elections/nightly/transfer";
    private static final String BODY = "{\"to\":\"b\"}";
    private static final String ID = RequestedWrites.ID;
    private static final String TIME = RequestedWrites.TIME;

    private TestConsole console;

    @BeforeEach
    void start() {
        console = TestConsole.onTwoFileStores();
        for (RawStore store : List.of(console.raw(), console.otherRaw())) {
            store.elections("nightly");
            store.roster("here", List.of(RawStore.leader("nightly", "a", 1, 0), RawStore.standby("nightly", "b", 0)));
        }
        for (String store : List.of("s0", "s1")) {
            TestConsole.await(
                    "both instances are live",
                    () -> console.get("/api/elections/nightly?store=" + store)
                            .body()
                            .contains("\"b\""));
        }
    }

    @AfterEach
    void stop() {
        console.close();
    }

    @Test // API-8
    void repeatedRequestIsCarriedOutOnceAndGetsTheFirstAnswer() {
        HttpResponse<String> first = console.post(TRANSFER, BODY, ID, "once");
        HttpResponse<String> second = console.post(TRANSFER, BODY, ID, "once");
        assertThat(first.statusCode()).isEqualTo(202);
        assertThat(second.statusCode()).isEqualTo(202);
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(console.get("/api/log").body()).containsOnlyOnce("\"asked\"");
        assertThat(console.post(TRANSFER, BODY).statusCode()).isEqualTo(202);
        assertThat(console.get("/api/log").body().split("\"asked\"", -1)).hasSize(3);
    }

    @Test // API-8
    void repeatedRequestGetsTheFirstRefusal() {
        String unknown = "{\"to\":\"c\"}";
        HttpResponse<String> first = console.post(TRANSFER, unknown, ID, "refused");
        SecurityTest.assertRefusal(first, 404, "NOT_FOUND");
        HttpResponse<String> second = console.post(TRANSFER, BODY, ID, "refused");
        SecurityTest.assertRefusal(second, 404, "NOT_FOUND");
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(console.get("/api/log").body()).doesNotContain("\"asked\"");
    }

    @Test // API-8
    void idOfAnotherRequestOrAMalformedOneIsRefused() {
        assertThat(console.post(TRANSFER, BODY, ID, "used").statusCode()).isEqualTo(202);
        SecurityTest.assertRefusal(
                console.post("/api/elections/nightly/step-down", "", ID, "used"), 400, "BAD_REQUEST");
        for (String id : List.of("", "a b", "x".repeat(65), "\u00e9")) {
            SecurityTest.assertRefusal(console.post(TRANSFER, BODY, ID, id), 400, "BAD_REQUEST");
        }
        assertThat(console.get("/api/log").body()).containsOnlyOnce("\"asked\"");
    }

    @Test // API-8
    void idsOfTheLatestRequestsAreKept() {
        assertThat(console.post(TRANSFER, BODY, ID, "first").statusCode()).isEqualTo(202);
        for (int i = 0; i < RequestedWrites.MAX_IDS; i++) {
            console.post("/api/elections/none/step-down", "", ID, "id" + i);
        }
        assertThat(console.post(TRANSFER, BODY, ID, "first").statusCode()).isEqualTo(202);
        assertThat(console.get("/api/log").body().split("\"asked\"", -1)).hasSize(3);
    }

    @Test // API-8
    void requestOfLongAgoOrOfAnotherRunIsRefused() {
        String pressed = clock();
        assertThat(console.post(TRANSFER, BODY, TIME, pressed).statusCode()).isEqualTo(202);
        console.pause(RequestedWrites.MAX_AGE.plus(Duration.ofMillis(1)));
        SecurityTest.assertRefusal(console.post(TRANSFER, BODY, TIME, pressed), 409, "TOO_LATE");
        SecurityTest.assertRefusal(console.post(TRANSFER, BODY, TIME, "0" + clock()), 409, "RESTARTED");
        for (String malformed : List.of("", "7", clock() + ".5", clock() + "9".repeat(20))) {
            SecurityTest.assertRefusal(console.post(TRANSFER, BODY, TIME, malformed), 400, "BAD_REQUEST");
        }
        assertThat(console.get("/api/log").body()).containsOnlyOnce("\"asked\"");
        assertThat(console.post(TRANSFER, BODY, TIME, clock()).statusCode()).isEqualTo(202);
    }

    private String clock() {
        return String.valueOf(
                Json.parseObject(console.get("/api/console").body()).get("clock"));
    }

    @Test // API-8
    void wrongQueryIsRefusedAndNotSentToTheFirstStore() throws IOException {
        for (String query : List.of("store=%zz", "stor=s1", "store=s0&store=s1", "store=s1&x=%", "x")) {
            String request =
                    "POST " + TRANSFER + "?" + query + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 10\r\n";
            assertThat(SecurityTest.raw(console, request, BODY)).as(query).startsWith("HTTP/1.1 400");
        }
        SecurityTest.assertRefusal(console.post(TRANSFER + "?store=none", BODY), 404, "NOT_FOUND");
        SecurityTest.assertRefusal(console.get("/api/elections?store=s0"), 400, "BAD_REQUEST");
        SecurityTest.assertRefusal(console.get("/api/changes?before=1"), 400, "BAD_REQUEST");
        assertThat(console.get("/api/log").body()).doesNotContain("\"asked\"");
        assertThat(console.post(TRANSFER + "?store=s1", BODY).statusCode()).isEqualTo(202);
    }
}
