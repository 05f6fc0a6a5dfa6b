package dev.baton.console.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.console.Console;
import dev.baton.console.ConsoleSettings;
import dev.baton.console.RawStore;
import dev.baton.console.TestConsole;
import dev.baton.support.json.Json;
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
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests that the console must refuse, and the headers of its responses. */
class SecurityTest {
    private static final String TRANSFER = "/api/elections/nightly/transfer";
    private static final String BODY = "{\"to\":\"b\"}";

    @Test // FILE-12
    void refusesWritesWithoutTheTokenOrWithAWrongOne() {
        try (TestConsole console = TestConsole.withToken()) {
            twoInstances(console);
            assertThat(console.post(TRANSFER, BODY).statusCode()).isEqualTo(401);
            assertThat(console.post(TRANSFER, BODY, "Authorization", "Bearer wrong-token")
                            .statusCode())
                    .isEqualTo(401);
            assertThat(console.post(TRANSFER, BODY, "Authorization", TestConsole.TOKEN)
                            .statusCode())
                    .isEqualTo(401);
            assertThat(console.post("/api/elections/nightly/step-down", "").statusCode())
                    .isEqualTo(401);
            assertThat(console.get("/api/log").body()).doesNotContain("asked");
            assertThat(console.get("/api/elections").statusCode()).isEqualTo(200);
            assertThat(console.post(TRANSFER, BODY, "Authorization", "Bearer " + TestConsole.TOKEN)
                            .statusCode())
                    .isEqualTo(202);
            assertThat(console.get("/api/log").body()).contains("asked");
        }
    }

    @Test // FILE-12
    void refusesWritesOffLoopbackWithoutAToken(@TempDir Path directory) throws Exception {
        ConsoleSettings settings = new ConsoleSettings(
                List.of("file:" + directory.resolve("store")),
                List.of(),
                "0.0.0.0",
                0,
                Optional.empty(),
                directory.resolve("h.db"),
                ConsoleSettings.DEFAULT_RETENTION,
                Optional.empty());
        try (Console console = Console.start(settings)) {
            HttpClient client = HttpClient.newHttpClient();
            URI uri = URI.create("http://127.0.0.1:" + console.port() + TRANSFER);
            var transfer = HttpRequest.newBuilder(uri)
                    .POST(HttpRequest.BodyPublishers.ofString(BODY))
                    .build();
            assertThat(client.send(transfer, HttpResponse.BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(401);
            var about = HttpRequest.newBuilder(uri.resolve("/api/console")).build();
            assertThat(client.send(about, HttpResponse.BodyHandlers.ofString()).body())
                    .contains("\"refused\"");
        }
    }

    @Test // FILE-12
    void acceptsWritesOffLoopbackOnlyWithTheToken(@TempDir Path directory) throws Exception {
        ConsoleSettings settings = new ConsoleSettings(
                List.of("file:" + directory.resolve("store")),
                List.of(),
                "0.0.0.0",
                0,
                Optional.of(TestConsole.tokenFile(directory, TestConsole.TOKEN)),
                directory.resolve("h.db"),
                ConsoleSettings.DEFAULT_RETENTION,
                Optional.empty());
        try (Console console = Console.start(settings)) {
            URI uri = URI.create("http://127.0.0.1:" + console.port() + TRANSFER);
            for (String token : List.of("", "Bearer wrong-token", "Bearer " + TestConsole.TOKEN)) {
                HttpRequest.Builder transfer =
                        HttpRequest.newBuilder(uri).POST(HttpRequest.BodyPublishers.ofString(BODY));
                if (!token.isEmpty()) {
                    transfer.header("Authorization", token);
                }
                int status = HttpClient.newHttpClient()
                        .send(transfer.build(), HttpResponse.BodyHandlers.ofString())
                        .statusCode();
                // The election does not exist, but only a client with the token learns that.
                assertThat(status).as(token).isEqualTo(token.endsWith(TestConsole.TOKEN) ? 404 : 401);
            }
        }
    }

    @Test // FILE-12
    void refusesOtherWrites() {
        try (TestConsole console = TestConsole.onFileStore()) {
            twoInstances(console);
            assertThat(console.get(TRANSFER).statusCode()).isEqualTo(405);
            for (String path : List.of(
                    "/api/elections",
                    "/api/elections/nightly",
                    "/api/elections/nightly/delete",
                    "/api/elections/nightly%2ftransfer",
                    "/api/elections/..%2fnightly/transfer",
                    "/api/elections/nightly/../nightly/transfer%00")) {
                assertThat(console.post(path, BODY).statusCode()).as(path).isBetween(400, 405);
            }
            assertThat(console.get("/api/log").body()).doesNotContain("asked");
        }
    }

    @Test // FILE-12
    void refusesWritesFromPagesOfOtherOrigins() {
        try (TestConsole console = TestConsole.onFileStore()) {
            twoInstances(console);
            for (String origin : List.of(
                    "http://evil.example",
                    "null",
                    "http://127.0.0.1:1",
                    "https://" + host(console) + ".evil.example")) {
                assertThat(console.post(TRANSFER, BODY, "Origin", origin).statusCode())
                        .as(origin)
                        .isEqualTo(403);
            }
            assertThat(console.post(TRANSFER, BODY, "Sec-Fetch-Site", "cross-site")
                            .statusCode())
                    .isEqualTo(403);
            assertThat(console.post(TRANSFER, BODY, "Sec-Fetch-Site", "same-site")
                            .statusCode())
                    .isEqualTo(403);
            assertThat(console.get("/api/log").body()).doesNotContain("asked");
            assertThat(console.post(TRANSFER, BODY, "Origin", console.url(), "Sec-Fetch-Site", "same-origin")
                            .statusCode())
                    .isEqualTo(202);
        }
    }

    @Test // FILE-12
    void refusesForeignHostNames() throws IOException {
        try (TestConsole console = TestConsole.onFileStore()) {
            assertThat(raw(console, "GET /api/elections HTTP/1.1\r\nHost: rebound.example\r\n"))
                    .startsWith("HTTP/1.1 403");
            assertThat(raw(console, "GET /api/elections HTTP/1.1\r\nHost: localhost:" + console.port() + "\r\n"))
                    .startsWith("HTTP/1.1 200");
        }
    }

    @Test // FILE-12
    void everyResponseHasTheSecurityHeaders() throws IOException {
        try (TestConsole console = TestConsole.onFileStore()) {
            for (String path : List.of(
                    "/",
                    "/app.js",
                    "/worker.js",
                    "/icon.svg",
                    "/alarm-icon.svg?count=1",
                    "/metrics",
                    "/api/console",
                    "/api/elections",
                    "/api/elections/none",
                    "/api/overview",
                    "/api/log",
                    "/api/changes",
                    "/nothing")) {
                var headers = console.get(path).headers();
                String policy = headers.firstValue("Content-Security-Policy").orElse("");
                assertThat(policy)
                        .as(path)
                        .contains("default-src 'none'", "script-src 'self' 'sha256-", "frame-ancestors 'none'");
                assertThat(policy).doesNotContain("unsafe", "http:", "https:", "*");
                assertThat(headers.firstValue("X-Content-Type-Options")).contains("nosniff");
                assertThat(headers.firstValue("Access-Control-Allow-Origin")).isEmpty();
                assertThat(headers.firstValue("Server")).isEmpty();
            }
            assertThat(raw(console, "HEAD /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\n"))
                    .startsWith("HTTP/1.1 200")
                    .contains("Content-Security-Policy: default-src 'none'", "X-Content-Type-Options: nosniff");
            assertThat(console.get("/").body()).doesNotContain("onclick", "javascript:", "style=");
        }
    }

    @Test // FILE-12
    void everyRefusalHasTheSecurityHeadersAndTheErrorForm() throws IOException {
        try (TestConsole console = TestConsole.withToken()) {
            twoInstances(console);
            assertRefusal(console.post(TRANSFER, BODY), 401, "UNAUTHORIZED");
            assertRefusal(console.post(TRANSFER, BODY, "Origin", "http://evil.example"), 403, "FORBIDDEN");
            assertRefusal(console.get(TRANSFER), 405, "METHOD_NOT_ALLOWED");
            assertRefusal(console.get("/api/elections/none"), 404, "NOT_FOUND");
            assertRefusal(console.post("/api/nothing", "{}"), 404, "NOT_FOUND");
            assertThat(raw(console, "GET /api/elections HTTP/1.1\r\nHost: rebound.example\r\n"))
                    .startsWith("HTTP/1.1 403")
                    .contains(
                            "Content-Security-Policy: default-src 'none'",
                            "X-Content-Type-Options: nosniff",
                            "X-Frame-Options: DENY",
                            "Content-Type: application/json",
                            "{\"error\":\"FORBIDDEN\",\"message\":\"this console serves this machine only");
        }
    }

    /** Fails unless the answer is an error as documented, with the headers of every answer. */
    static void assertRefusal(HttpResponse<String> answer, int status, String code) {
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(Json.parseObject(answer.body()))
                .containsOnlyKeys("error", "message")
                .containsEntry("error", code);
        var headers = answer.headers();
        assertThat(headers.firstValue("Content-Type").orElse("")).startsWith("application/json");
        assertThat(headers.firstValue("Content-Security-Policy").orElse("")).contains("default-src 'none'");
        assertThat(headers.firstValue("X-Content-Type-Options")).contains("nosniff");
        assertThat(headers.firstValue("X-Frame-Options")).contains("DENY");
        assertThat(headers.firstValue("Cache-Control")).contains("no-store");
    }

    @Test // FILE-12
    void answersOfTheHttpLayerHaveTheSecurityHeadersAndTheErrorForm() throws IOException {
        try (TestConsole console = TestConsole.onFileStore()) {
            for (String request : List.of(
                    "GET /%zz HTTP/1.1\r\nHost: 127.0.0.1\r\n",
                    "GET /a\u0001b HTTP/1.1\r\nHost: 127.0.0.1\r\n",
                    "GET / HTTP/7.7\r\nHost: 127.0.0.1\r\n",
                    "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: " + "x".repeat(20_000) + "\r\n",
                    "POST " + TRANSFER + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5000\r\n\r\n"
                            + "x".repeat(5_000))) {
                String response = raw(console, request);
                String start = request.substring(0, 20);
                assertThat(response).as(start).containsPattern("^HTTP/1.1 (4|5)[0-9][0-9] ");
                assertThat(response)
                        .as(start)
                        .contains(
                                "Content-Security-Policy: default-src 'none'",
                                "X-Content-Type-Options: nosniff",
                                "Content-Type: application/json",
                                "{\"error\":\"",
                                "\"message\":\"");
            }
        }
    }

    @Test // FILE-12
    void servesNoFilesOutsideThePage() throws IOException {
        try (TestConsole console = TestConsole.onFileStore()) {
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
                String response = raw(console, "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n");
                assertThat(response).as(path).containsPattern("^HTTP/1.1 (400|403|404) ");
                assertThat(response).doesNotContain("root:").doesNotContain("CAFEBABE");
            }
        }
    }

    @Test // FILE-12
    void refusesOversizedRequests() {
        try (TestConsole console = TestConsole.onFileStore()) {
            twoInstances(console);
            String large = "{\"to\":\"b\",\"junk\":\"" + "x".repeat(100_000) + "\"}";
            assertThat(console.post(TRANSFER, large).statusCode()).isEqualTo(413);
            assertThat(console.get("/api/log").body()).doesNotContain("asked");
            assertThat(console.get("/api/elections?junk=" + "x".repeat(20_000)).statusCode())
                    .isBetween(400, 499);
        }
    }

    @Test // FILE-12
    void tokenFileIsReadAgainAfterItHasChanged() {
        try (TestConsole console = TestConsole.withToken()) {
            twoInstances(console);
            console.replaceToken("another-token");
            TestConsole.await(
                    "the new token is accepted",
                    () -> console.post(TRANSFER, BODY, "Authorization", "Bearer another-token")
                                    .statusCode()
                            == 202);
            assertThat(console.post(TRANSFER, BODY, "Authorization", "Bearer " + TestConsole.TOKEN)
                            .statusCode())
                    .isEqualTo(401);
        }
    }

    @Test // FILE-12
    void filesOfThePageAreOnlyRead() throws IOException {
        try (TestConsole console = TestConsole.onFileStore()) {
            for (String path : List.of("/", "/app.js", "/index.html")) {
                for (String method : List.of("POST", "PUT", "DELETE", "TRACE")) {
                    assertThat(raw(console, method + " " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n"))
                            .as(method + " " + path)
                            .startsWith("HTTP/1.1 405")
                            .contains("Allow: GET, HEAD", "METHOD_NOT_ALLOWED");
                }
            }
            assertThat(console.post("/none.js", "").statusCode()).isEqualTo(404);
        }
    }

    private static void twoInstances(TestConsole console) {
        console.raw().elections("nightly");
        console.raw()
                .roster("here", List.of(RawStore.leader("nightly", "a", 1, 0), RawStore.standby("nightly", "b", 0)));
        TestConsole.await(
                "both instances are live",
                () -> console.get("/api/elections/nightly").body().contains("\"b\""));
    }

    private static String host(TestConsole console) {
        return "127.0.0.1:" + console.port();
    }

    /** Sends a request with a path that no client library has normalized. */
    private static String raw(TestConsole console, String request) throws IOException {
        return raw(console, request, "");
    }

    /** Sends a request with a body and a path that no client library has normalized. */
    static String raw(TestConsole console, String request, String body) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), console.port())) {
            OutputStream out = socket.getOutputStream();
            out.write((request + "Connection: close\r\n\r\n" + body).getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
            InputStream in = socket.getInputStream();
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }
}
