package dev.baton.sidecar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.support.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests that a sidecar must refuse, and the headers of its responses. */
class SidecarSecurityTest {
    private static final int MAX_STREAMS = 64;

    @TempDir
    Path directory;

    private final String store = UUID.randomUUID().toString();

    private Optional<Path> token() throws IOException {
        return Optional.of(Files.writeString(directory.resolve("token"), "only-for-this-test\n"));
    }

    @Test
    void stepsDownOnlyWithTheToken() throws IOException {
        try (TestSidecar sidecar =
                new TestSidecar(store, "one", "127.0.0.1", token()).start().awaitLeading()) {
            assertError(sidecar.send("POST", "/stepdown"), 401, "UNAUTHORIZED");
            assertError(sidecar.send("POST", "/stepdown", "Authorization", "Bearer wrong"), 401, "UNAUTHORIZED");
            assertThat(sidecar.get("/leader").statusCode()).isEqualTo(200);
            HttpResponse<String> released =
                    sidecar.send("POST", "/stepdown", "Authorization", "Bearer only-for-this-test");
            assertThat(released.statusCode()).isEqualTo(200);
            assertThat(released.body()).isEqualTo("{\"status\":\"released\"}");
            sidecar.candidate.stop();
            assertError(
                    sidecar.send("POST", "/stepdown", "Authorization", "Bearer only-for-this-test"), 409, "NOT_LEADER");
        }
    }

    @Test
    void withoutATokenNobodyStepsItDown() {
        try (TestSidecar sidecar = new TestSidecar(store, "one").start().awaitLeading()) {
            HttpResponse<String> refused = sidecar.send("POST", "/stepdown", "Authorization", "Bearer ");
            assertError(refused, 401, "UNAUTHORIZED");
            assertThat(refused.body()).contains("--token-file");
            assertThat(refused.headers().firstValue("WWW-Authenticate")).contains("Bearer");
            assertThat(sidecar.get("/leader").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void addressForOtherMachinesNeedsATokenAndServesTheStreamOnlyWithIt() throws IOException {
        assertThatThrownBy(() -> new TestSidecar(store, "one", "0.0.0.0", Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0.0.0.0")
                .hasMessageContaining("--token-file");
        try (TestSidecar sidecar = new TestSidecar(store, "one", "0.0.0.0", token())) {
            for (String probe : List.of("/healthz", "/readyz", "/leader")) {
                assertThat(sidecar.get(probe).statusCode()).as(probe).isIn(200, 503);
            }
            assertError(sidecar.get("/events"), 401, "UNAUTHORIZED");
            try (EventReader reader = sidecar.events("Authorization", "Bearer only-for-this-test")) {
                assertThat(reader.status).isEqualTo(200);
            }
        }
    }

    @Test
    void refusesForeignHostNamesAndPagesOfOtherOrigins() throws IOException {
        try (TestSidecar sidecar = new TestSidecar(store, "one", "127.0.0.1", token()).start()) {
            assertThat(rawStatus(sidecar, "GET /leader HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"))
                    .contains(" 403 ");
            assertError(sidecar.get("/events", "Origin", "http://evil.example"), 403, "FORBIDDEN");
            assertError(
                    sidecar.send(
                            "POST",
                            "/stepdown",
                            "Authorization",
                            "Bearer only-for-this-test",
                            "Sec-Fetch-Site",
                            "cross-site"),
                    403,
                    "FORBIDDEN");
        }
    }

    @Test
    void everyResponseHasTheSecurityHeadersAndErrorsAreJson() {
        try (TestSidecar sidecar = new TestSidecar(store, "one")) {
            for (HttpResponse<String> response : List.of(
                    sidecar.get("/leader"), sidecar.get("/healthz"), sidecar.get("/nothing"), sidecar.get("/a%2fb"))) {
                assertThat(response.headers().firstValue("X-Content-Type-Options"))
                        .as(response.toString())
                        .contains("nosniff");
                assertThat(response.headers().firstValue("Content-Security-Policy"))
                        .isPresent();
                assertThat(response.headers().firstValue("Cache-Control")).contains("no-store");
                assertThat(response.headers().firstValue("Server")).isEmpty();
            }
            assertError(sidecar.get("/nothing"), 404, "NOT_FOUND");
            assertError(sidecar.get("/stepdown"), 405, "METHOD_NOT_ALLOWED");
            assertError(sidecar.send("POST", "/leader"), 405, "METHOD_NOT_ALLOWED");
        }
    }

    @Test
    void limitsTheNumberOfStreamsAndStillAnswers() throws IOException {
        try (TestSidecar sidecar = new TestSidecar(store, "one").start().awaitLeading()) {
            List<EventReader> readers = new ArrayList<>();
            for (int i = 0; i < MAX_STREAMS; i++) {
                readers.add(sidecar.events());
            }
            HttpResponse<String> refused = sidecar.get("/events");
            assertError(refused, 429, "TOO_MANY_STREAMS");
            assertThat(refused.headers().firstValue("Retry-After")).isPresent();
            assertThat(sidecar.get("/leader").statusCode()).isEqualTo(200);
            for (EventReader reader : readers) {
                reader.close();
            }
        }
    }

    private static void assertError(HttpResponse<String> response, int status, String code) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(Json.parseObject(response.body()))
                .containsOnlyKeys("error", "message")
                .containsEntry("error", code);
    }

    private static String rawStatus(TestSidecar sidecar, String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), sidecar.sidecar.port())) {
            OutputStream out = socket.getOutputStream();
            out.write(request.getBytes(StandardCharsets.US_ASCII));
            out.flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .findFirst()
                    .orElse("");
        }
    }
}
