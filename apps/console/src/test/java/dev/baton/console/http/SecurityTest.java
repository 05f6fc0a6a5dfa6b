package dev.baton.console.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.console.Console;
import dev.baton.console.ConsoleSettings;
import dev.baton.console.RawStore;
import dev.baton.console.Watched;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may not, cannot. */
class SecurityTest {
    private static final String WISH = "/api/elections/nightly/transfer";
    private static final String BODY = "{\"to\":\"b\"}";

    @Test // FILE-12
    void withoutTheTokenOrWithAWrongOneNothingIsSent() {
        try (Watched watched = Watched.withToken()) {
            twoInstances(watched);
            assertThat(watched.post(WISH, BODY).statusCode()).isEqualTo(401);
            assertThat(watched.post(WISH, BODY, "Authorization", "Bearer wrong-token")
                            .statusCode())
                    .isEqualTo(401);
            assertThat(watched.post(WISH, BODY, "Authorization", Watched.TOKEN).statusCode())
                    .isEqualTo(401);
            assertThat(watched.post("/api/elections/nightly/step-down", "").statusCode())
                    .isEqualTo(401);
            assertThat(watched.get("/api/log").body()).doesNotContain("asked");
            assertThat(watched.get("/api/elections").statusCode()).isEqualTo(200);
            assertThat(watched.post(WISH, BODY, "Authorization", "Bearer " + Watched.TOKEN)
                            .statusCode())
                    .isEqualTo(202);
            assertThat(watched.get("/api/log").body()).contains("asked");
        }
    }

    @Test // FILE-12
    void offLoopbackWithoutATokenItOnlyShows(@TempDir Path folder) throws Exception {
        ConsoleSettings settings = new ConsoleSettings(
                List.of("file:" + folder.resolve("store")),
                List.of(),
                "0.0.0.0",
                0,
                Optional.empty(),
                folder.resolve("h.db"),
                ConsoleSettings.KEPT,
                Optional.empty(),
                "");
        try (Console console = Console.start(settings)) {
            HttpClient client = HttpClient.newHttpClient();
            URI uri = URI.create("http://127.0.0.1:" + console.port() + WISH);
            var wish = HttpRequest.newBuilder(uri)
                    .POST(HttpRequest.BodyPublishers.ofString(BODY))
                    .build();
            assertThat(client.send(wish, HttpResponse.BodyHandlers.ofString()).statusCode())
                    .isEqualTo(401);
            var look = HttpRequest.newBuilder(uri.resolve("/api/console")).build();
            assertThat(client.send(look, HttpResponse.BodyHandlers.ofString()).body())
                    .contains("\"refused\"");
        }
    }

    @Test // FILE-12
    void offLoopbackTheTokenIsWhatCounts(@TempDir Path folder) throws Exception {
        ConsoleSettings settings = new ConsoleSettings(
                List.of("file:" + folder.resolve("store")),
                List.of(),
                "0.0.0.0",
                0,
                Optional.of(Watched.TOKEN),
                folder.resolve("h.db"),
                ConsoleSettings.KEPT,
                Optional.empty(),
                "");
        try (Console console = Console.start(settings)) {
            URI uri = URI.create("http://127.0.0.1:" + console.port() + WISH);
            for (String token : List.of("", "Bearer wrong-token", "Bearer " + Watched.TOKEN)) {
                HttpRequest.Builder wish = HttpRequest.newBuilder(uri).POST(HttpRequest.BodyPublishers.ofString(BODY));
                if (!token.isEmpty()) {
                    wish.header("Authorization", token);
                }
                int status = HttpClient.newHttpClient()
                        .send(wish.build(), HttpResponse.BodyHandlers.ofString())
                        .statusCode();
                // There is no such election, which only those hear who may ask.
                assertThat(status).as(token).isEqualTo(token.endsWith(Watched.TOKEN) ? 404 : 401);
            }
        }
    }

    @Test // FILE-12
    void thereIsNothingElseToWish() {
        try (Watched watched = Watched.fileStore()) {
            twoInstances(watched);
            assertThat(watched.get(WISH).statusCode()).isEqualTo(405);
            for (String path : List.of(
                    "/api/elections",
                    "/api/elections/nightly",
                    "/api/elections/nightly/delete",
                    "/api/elections/nightly%2ftransfer",
                    "/api/elections/..%2fnightly/transfer",
                    "/api/elections/nightly/../nightly/transfer%00")) {
                assertThat(watched.post(path, BODY).statusCode()).as(path).isBetween(400, 405);
            }
            assertThat(watched.get("/api/log").body()).doesNotContain("asked");
        }
    }

    @Test // FILE-12
    void listenersCannotUseUpTheServer() throws IOException {
        try (Watched watched = Watched.fileStore()) {
            List<Listener> listeners = new ArrayList<>();
            for (int i = 0; i < ConsoleEventStream.MOST_LISTENERS; i++) {
                listeners.add(new Listener(watched.url() + "/api/events", ""));
            }
            for (Listener listener : listeners) {
                Watched.await("it is served", () -> listener.hasHeard("beat", "now"));
            }
            assertThat(watched.get("/api/events").statusCode()).isEqualTo(503);
            assertThat(watched.get("/api/elections").statusCode()).isEqualTo(200);
            for (Listener listener : listeners) {
                listener.close();
            }
        }
    }

    @Test // FILE-12
    void pagesOfOtherOriginsCannotWish() {
        try (Watched watched = Watched.fileStore()) {
            twoInstances(watched);
            for (String origin : List.of(
                    "http://evil.example",
                    "null",
                    "http://127.0.0.1:1",
                    "https://" + host(watched) + ".evil.example")) {
                assertThat(watched.post(WISH, BODY, "Origin", origin).statusCode())
                        .as(origin)
                        .isEqualTo(403);
            }
            assertThat(watched.post(WISH, BODY, "Sec-Fetch-Site", "cross-site").statusCode())
                    .isEqualTo(403);
            assertThat(watched.post(WISH, BODY, "Sec-Fetch-Site", "same-site").statusCode())
                    .isEqualTo(403);
            assertThat(watched.get("/api/log").body()).doesNotContain("asked");
            assertThat(watched.post(WISH, BODY, "Origin", watched.url(), "Sec-Fetch-Site", "same-origin")
                            .statusCode())
                    .isEqualTo(202);
        }
    }

    @Test // FILE-12
    void aNameThatSomebodyElsePointedHereIsNotServed() throws IOException {
        try (Watched watched = Watched.fileStore()) {
            assertThat(raw(watched, "GET /api/elections HTTP/1.1\r\nHost: rebound.example\r\n"))
                    .startsWith("HTTP/1.1 403");
            assertThat(raw(watched, "GET /api/elections HTTP/1.1\r\nHost: localhost:" + watched.port() + "\r\n"))
                    .startsWith("HTTP/1.1 200");
        }
    }

    @Test // FILE-12
    void everyAnswerForbidsWhatIsNotOurs() {
        try (Watched watched = Watched.fileStore()) {
            for (String path : List.of("/", "/app.js", "/api/elections", "/api/elections/none", "/nothing")) {
                var headers = watched.get(path).headers();
                String policy = headers.firstValue("Content-Security-Policy").orElse("");
                assertThat(policy)
                        .as(path)
                        .contains("default-src 'none'", "script-src 'self' 'sha256-", "frame-ancestors 'none'");
                assertThat(policy).doesNotContain("unsafe", "http:", "https:", "*");
                assertThat(headers.firstValue("X-Content-Type-Options")).contains("nosniff");
                assertThat(headers.firstValue("Access-Control-Allow-Origin")).isEmpty();
                assertThat(headers.firstValue("Server")).isEmpty();
            }
            assertThat(watched.get("/").body()).doesNotContain("onclick", "javascript:", "style=");
        }
    }

    @Test // FILE-12
    void pathsLeadNowhereElse() throws IOException {
        try (Watched watched = Watched.fileStore()) {
            for (String path : List.of(
                    "/../../../../etc/passwd",
                    "/%2e%2e/%2e%2e/etc/passwd",
                    "/..%2f..%2f..%2fetc/passwd",
                    "/webjars/..%2f..%2fdev/baton/console/Console.class",
                    "/webjars/../../dev/baton/console/Console.class",
                    "//etc/passwd",
                    "/api/elections/..%2f..%2flocks",
                    "/api/elections/.hidden",
                    "/api/elections/%00",
                    "/api/elections/" + "x".repeat(500))) {
                String answer = raw(watched, "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n");
                assertThat(answer).as(path).containsPattern("^HTTP/1.1 (400|403|404) ");
                assertThat(answer).doesNotContain("root:").doesNotContain("CAFEBABE");
            }
        }
    }

    @Test // FILE-12
    void oversizedRequestsAreRefused() {
        try (Watched watched = Watched.fileStore()) {
            twoInstances(watched);
            String large = "{\"to\":\"b\",\"junk\":\"" + "x".repeat(100_000) + "\"}";
            assertThat(watched.post(WISH, large).statusCode()).isEqualTo(413);
            assertThat(watched.get("/api/log").body()).doesNotContain("asked");
            assertThat(watched.get("/api/elections?junk=" + "x".repeat(20_000)).statusCode())
                    .isBetween(400, 499);
        }
    }

    private static void twoInstances(Watched watched) {
        watched.raw().elections("nightly");
        watched.raw()
                .roster("here", List.of(RawStore.leader("nightly", "a", 1, 0), RawStore.standby("nightly", "b", 0)));
        Watched.await(
                "both are there",
                () -> watched.get("/api/elections/nightly").body().contains("\"b\""));
    }

    private static String host(Watched watched) {
        return "127.0.0.1:" + watched.port();
    }

    /** One request whose path no client library has tidied up. */
    private static String raw(Watched watched, String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), watched.port())) {
            OutputStream out = socket.getOutputStream();
            out.write((request + "Connection: close\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
            InputStream in = socket.getInputStream();
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }
}
