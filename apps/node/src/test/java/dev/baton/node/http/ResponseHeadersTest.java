package dev.baton.node.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.http.BearerToken;
import dev.baton.node.http.TestNode.Response;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every answer has the headers with the node, its role and its epoch, whatever part of the server answers. */
class ResponseHeadersTest {
    private static final BearerToken TOKEN = BearerToken.random();
    private static final BearerToken READ_TOKEN = BearerToken.random();
    private static final String JOB = "{\"name\":\"j\"}";

    @TempDir
    Path directory;

    private TestNode node;

    @BeforeEach
    void start() {
        NodeAccess access = NodeAccess.of("127.0.0.1", "http://a", Optional.of(TOKEN), Optional.of(READ_TOKEN));
        node = new TestNode("a", "sqlite:" + directory.resolve("node.db"), access);
        node.lead();
    }

    @AfterEach
    void close() {
        node.close();
    }

    private HttpRequest.Builder request(String method, String path, String body) {
        return node.request(path).method(method, BodyPublishers.ofString(body));
    }

    private HttpRequest.Builder authorized(String method, String path, String body) {
        return request(method, path, body).header("Authorization", TOKEN.header());
    }

    private void assertNamed(int status, HttpRequest.Builder request) {
        Response response = node.send(request);
        assertThat(response.status()).as(response.response().toString()).isEqualTo(status);
        assertThat(List.of(
                        response.header("Baton-Node"), response.header("Baton-Role"), response.header("Baton-Epoch")))
                .as(response.response().toString())
                .containsExactly("a", "LEADER", "1");
    }

    @Test // NODE-4
    void answerWithAnyStatusHasNodeRoleAndEpoch() {
        assertNamed(200, request("GET", "/healthz", ""));
        assertNamed(200, request("HEAD", "/readyz", ""));
        assertNamed(503, request("GET", "/standby", ""));
        assertNamed(201, authorized("POST", "/v1/jobs", JOB));
        assertNamed(204, authorized("POST", "/v1/leases", "{\"agent_name\":\"w\",\"commands_only\":true}"));
        assertNamed(400, authorized("POST", "/v1/jobs", "{"));
        assertNamed(401, request("GET", "/v1/jobs", ""));
        assertNamed(403, request("POST", "/v1/jobs", JOB).header("Authorization", READ_TOKEN.header()));
        assertNamed(404, authorized("GET", "/nowhere", ""));
        assertNamed(405, authorized("PUT", "/v1/jobs", JOB));
        assertNamed(409, authorized("POST", "/v1/jobs", JOB).header("Baton-Epoch", "99"));
        assertNamed(413, authorized("POST", "/v1/jobs", "x".repeat((2 << 20) + 1)));
    }

    @Test // NODE-4
    void answerToARequestThatIsNotValidHttpHasNodeRoleAndEpoch() throws IOException {
        for (String request : List.of(
                "GET /role HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX: " + "x".repeat(20_000) + "\r\n\r\n",
                "GET /" + "x".repeat(20_000) + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
                "GET /%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
                "GET /role HTTP/1.1\r\nConnection: close\r\n\r\n",
                "POST /v1/jobs HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\nConnection: close\r\n\r\n",
                "POST /v1/jobs HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}",
                "nonsense\r\n\r\n")) {
            assertThat(raw(request))
                    .startsWith("HTTP/1.1 4")
                    .contains("Baton-Node: a\r\n", "Baton-Role: LEADER\r\n", "Baton-Epoch: 1\r\n")
                    .contains("\"error\":\"BAD_REQUEST\"");
        }
    }

    private String raw(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), node.port())) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }
}
