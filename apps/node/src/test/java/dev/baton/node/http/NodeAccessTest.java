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
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which requests a node refuses. */
class NodeAccessTest {
    private static final BearerToken TOKEN = BearerToken.random();
    private static final BearerToken READ_TOKEN = BearerToken.random();
    private static final String JOB = "{\"name\":\"j\"}";

    @TempDir
    Path directory;

    private TestNode start(NodeAccess access) {
        TestNode node = new TestNode("a", "sqlite:" + directory.resolve("node.db"), access);
        node.lead();
        return node;
    }

    private static int read(TestNode node, String path, Optional<BearerToken> token) {
        HttpRequest.Builder request = node.request(path);
        token.ifPresent(sent -> request.header("Authorization", sent.header()));
        return node.send(request).status();
    }

    private static Response submit(TestNode node, BearerToken token) {
        return node.send(
                node.request("/v1/jobs").POST(BodyPublishers.ofString(JOB)).header("Authorization", token.header()));
    }

    @Test // NODE-5
    void readsOffLoopbackNeedAToken() {
        NodeAccess access =
                NodeAccess.of("0.0.0.0", "http://jobs.example:8081", Optional.of(TOKEN), Optional.of(READ_TOKEN));
        try (TestNode node = start(access)) {
            for (String path : List.of("/v1/jobs", "/v1/jobs/none", "/v1/agents")) {
                assertThat(read(node, path, Optional.empty())).as(path).isEqualTo(401);
                assertThat(read(node, path, Optional.of(BearerToken.random()))).isEqualTo(401);
                assertThat(read(node, path, Optional.of(READ_TOKEN))).as(path).isIn(200, 404);
                assertThat(read(node, path, Optional.of(TOKEN))).as(path).isIn(200, 404);
            }
            for (String probe : List.of("/healthz", "/readyz", "/leader", "/role")) {
                assertThat(read(node, probe, Optional.empty())).as(probe).isEqualTo(200);
            }
            assertThat(submit(node, READ_TOKEN).status()).isEqualTo(403);
            assertThat(submit(node, TOKEN).status()).isEqualTo(201);
        }
    }

    @Test // NODE-5
    void metricsAndEventsOffLoopbackNeedAToken() {
        NodeAccess access = NodeAccess.of("0.0.0.0", "http://jobs.example", Optional.of(TOKEN), Optional.empty());
        try (TestNode node = start(access)) {
            assertThat(read(node, "/metrics", Optional.empty())).isEqualTo(401);
            assertThat(read(node, "/v1/events", Optional.empty())).isEqualTo(401);
        }
    }

    @Test // NODE-5
    void readsOnLoopbackNeedNoTokenUnlessOneIsSet() {
        try (TestNode node = start(NodeAccess.of("127.0.0.1", "http://a", Optional.of(TOKEN), Optional.empty()))) {
            assertThat(read(node, "/v1/jobs", Optional.empty())).isEqualTo(200);
        }
        try (TestNode node =
                start(NodeAccess.of("127.0.0.1", "http://a", Optional.of(TOKEN), Optional.of(READ_TOKEN)))) {
            assertThat(read(node, "/v1/jobs", Optional.empty())).isEqualTo(401);
            assertThat(read(node, "/v1/jobs", Optional.of(READ_TOKEN))).isEqualTo(200);
        }
    }

    @Test // NODE-5
    void nodeOnLoopbackRefusesForeignHostNames() throws IOException {
        try (TestNode node =
                start(NodeAccess.of("127.0.0.1", "http://jobs.example", Optional.empty(), Optional.empty()))) {
            assertThat(head(node, "rebound.example")).startsWith("HTTP/1.1 403");
            assertThat(head(node, "jobs.example")).startsWith("HTTP/1.1 200");
            assertThat(head(node, "localhost:" + node.port())).startsWith("HTTP/1.1 200");
        }
    }

    /** Returns the status line of a response to a request with this host name. */
    private static String head(TestNode node, String host) throws IOException {
        try (Socket socket = open(node, "GET /v1/jobs HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")) {
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static Socket open(TestNode node, String text) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), node.port());
        socket.setSoTimeout(60_000);
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    /** Opens so many connections that have sent this, gives them to the test, and closes them. */
    private static void withClients(TestNode node, String sent, ClientTest test) throws IOException {
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 1000; i++) {
                slow.add(open(node, sent));
            }
            test.run(slow);
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    private interface ClientTest {
        void run(List<Socket> clients) throws IOException;
    }

    private static void send(Socket client, String text) throws IOException {
        client.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static void assertAnswers(TestNode node) {
        assertThat(node.get("/healthz").status()).isEqualTo(200);
        assertThat(node.post("/v1/jobs", JOB).status()).isEqualTo(201);
    }

    /** Asserts what the documentation promises about a node with slow clients. The bound is far above the usual time. */
    private static void assertHealthIsNotDelayed(TestNode node) {
        List<Duration> took = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            long began = System.nanoTime();
            assertThat(node.get("/healthz").status()).isEqualTo(200);
            took.add(Duration.ofNanos(System.nanoTime() - began));
        }
        Collections.sort(took);
        assertThat(took.get(took.size() / 2)).as("the median of %s", took).isLessThan(Duration.ofSeconds(2));
    }

    private static String status(Socket client) throws IOException {
        return new String(client.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
    }

    @Test // NODE-4
    void thousandSlowClientsDoNotDelayOthers() throws IOException {
        String head = "POST /v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + JOB.length() + "\r\n\r\n{";
        try (TestNode node = start(NodeAccess.onLoopback(Optional.empty()))) {
            withClients(node, head, slow -> {
                assertAnswers(node);
                assertHealthIsNotDelayed(node);
                Socket last = slow.get(slow.size() - 1);
                send(last, JOB.substring(1));
                assertThat(status(last)).isEqualTo("HTTP/1.1 201");
            });
        }
    }

    @Test // NODE-4
    void thousandClientsThatSendTheirHeadersByteByByteDoNotDelayOthers() throws IOException {
        try (TestNode node = start(NodeAccess.onLoopback(Optional.empty()))) {
            withClients(node, "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ", slow -> {
                assertAnswers(node);
                assertHealthIsNotDelayed(node);
                for (int round = 0; round < 5; round++) {
                    for (Socket client : slow) {
                        send(client, "x");
                    }
                    assertAnswers(node);
                }
                Socket last = slow.get(slow.size() - 1);
                send(last, "\r\n\r\n");
                assertThat(status(last)).isEqualTo("HTTP/1.1 200");
            });
        }
    }
}
