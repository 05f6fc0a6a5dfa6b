package dev.baton.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.support.json.Json;
import io.javalin.Javalin;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpServersTest {
    private static final int LIMIT = 100;

    private final HttpClient client = HttpClient.newHttpClient();
    private Javalin server;

    @BeforeEach
    void start() throws BindException {
        server = HttpServers.start("127.0.0.1", 0, bodies(), config -> {
            config.routes.post("/echo", ctx -> ctx.result(RequestText.of(ctx)));
            config.routes.get("/text", ctx -> ctx.result("text"));
            config.routes.get("/refused", ctx -> {
                throw new ApiException(409, "CONFLICT", "refused");
            });
            config.routes.get("/broken", ctx -> {
                throw new IllegalStateException("secret detail");
            });
        });
    }

    private static BodyLoader bodies() {
        return new BodyLoader(LIMIT, request -> true);
    }

    @AfterEach
    void stop() {
        server.stop();
    }

    private HttpResponse<String> send(String method, String path, byte[] body)
            throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                        .method(method, BodyPublishers.ofByteArray(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private void assertError(String method, String path, byte[] body, int status, String code)
            throws IOException, InterruptedException {
        HttpResponse<String> response = send(method, path, body);
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type").orElse("")).startsWith("application/json");
        Map<String, ?> error = Json.parseObject(response.body());
        assertThat(error.keySet()).containsExactly("error", "message");
        assertThat(error.get("error")).isEqualTo(code);
        assertThat(response.body()).doesNotContain("secret");
    }

    @Test // NODE-4
    void errorsAreJsonWithoutInternalDetails() throws IOException, InterruptedException {
        byte[] empty = new byte[0];
        assertError("GET", "/refused", empty, 409, "CONFLICT");
        assertError("GET", "/broken", empty, 500, "INTERNAL");
        assertError("GET", "/missing", empty, 404, "NOT_FOUND");
        assertError("DELETE", "/echo", empty, 405, "METHOD_NOT_ALLOWED");
    }

    @Test // NODE-4
    void headIsAnsweredAsGetWithoutTheBody() throws IOException, InterruptedException {
        byte[] empty = new byte[0];
        for (String path : List.of("/text", "/refused", "/broken", "/missing", "/echo")) {
            HttpResponse<String> get = send("GET", path, empty);
            HttpResponse<String> head = send("HEAD", path, empty);
            assertThat(head.statusCode()).as(path).isEqualTo(get.statusCode());
            assertThat(head.body()).as(path).isEmpty();
            for (String name : List.of("Content-Type", "Content-Length")) {
                assertThat(head.headers().allValues(name))
                        .as(path + " " + name)
                        .isEqualTo(get.headers().allValues(name));
            }
        }
        assertThat(send("HEAD", "/text", empty).headers().firstValue("Content-Length"))
                .contains("4");
    }

    @Test // NODE-4
    void bodyIsLimitedAndMustBeUtf8() throws IOException, InterruptedException {
        assertThat(send("POST", "/echo", "x".repeat(LIMIT).getBytes(StandardCharsets.UTF_8))
                        .body())
                .hasSize(LIMIT);
        assertError("POST", "/echo", new byte[LIMIT + 1], 413, "TOO_LARGE");
        assertError("POST", "/echo", new byte[] {(byte) 0xff}, 400, "BAD_REQUEST");
    }

    @Test // NODE-4
    void reportsAPortThatIsInUse() {
        assertThatThrownBy(() -> HttpServers.start("127.0.0.1", server.port(), bodies(), config -> {}))
                .isInstanceOf(BindException.class)
                .hasMessageStartingWith("cannot listen on 127.0.0.1:" + server.port() + ": ");
    }

    @Test // NODE-4
    void portThatIsInUseIsThrownAndNotLogged() {
        PrintStream before = System.err;
        ByteArrayOutputStream logged = new ByteArrayOutputStream();
        System.setErr(new PrintStream(logged, true, StandardCharsets.UTF_8));
        try {
            assertThatThrownBy(() -> HttpServers.start("127.0.0.1", server.port(), bodies(), config -> {}))
                    .isInstanceOf(BindException.class);
        } finally {
            System.setErr(before);
        }
        assertThat(logged.toString(StandardCharsets.UTF_8)).doesNotContain("ERROR", "Failed");
    }

    @Test // NODE-4
    void responsesDoNotNameTheServerVersion() throws IOException, InterruptedException {
        assertThat(send("GET", "/missing", new byte[0]).headers().firstValue("Server"))
                .isEmpty();
    }

    @Test // FILE-12
    void webSocketsAreRefusedAndLeaveNoSession() throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            String request = """
                    GET /text HTTP/1.1
                    Host: 127.0.0.1
                    Connection: Upgrade, close
                    Upgrade: websocket
                    Sec-WebSocket-Version: 13
                    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==

                    """;
            socket.getOutputStream().write(request.replace("\n", "\r\n").getBytes(StandardCharsets.US_ASCII));
            String response = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(response)
                    .startsWith("HTTP/1.1 400 ")
                    .contains("this server has no WebSockets")
                    .doesNotContain("Set-Cookie");
        }
    }
}
