package dev.baton.node.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.baton.ConnectionException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The choice of the node if the first one does not respond. */
class ControllerClientTest {
    private ServerSocket frozen;
    private HttpServer leader;

    /** A frozen node, whose kernel accepts connections without a response, and a leader. */
    @BeforeEach
    void start() throws IOException {
        frozen = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        leader = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        leader.createContext("/", exchange -> {
            byte[] body = "{\"id\":\"1\"}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(201, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        leader.start();
    }

    @AfterEach
    void stop() throws IOException {
        frozen.close();
        leader.stop(0);
    }

    private static String url(int port) {
        return "http://127.0.0.1:" + port;
    }

    @Test // NODE-10
    void skipsUnresponsiveNodeWithinTheTimeout() throws InterruptedException {
        String leaderUrl = url(leader.getAddress().getPort());
        ControllerClient client = new ControllerClient(
                List.of(url(frozen.getLocalPort()), leaderUrl), Optional.empty(), Optional.empty());
        ControllerReply reply = client.write("POST", "/v1/jobs", Map.of("name", "x"), Map.of(), Duration.ofSeconds(3));
        assertThat(reply.status()).isEqualTo(201);
        assertThat(reply.from()).isEqualTo(leaderUrl);
    }

    @Test // NODE-4, NODE-10
    void readsFromAnotherNodeIfOneHasTooManyClients() throws Exception {
        HttpServer busy = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        busy.createContext("/", exchange -> {
            byte[] body = "{\"error\":\"TOO_MANY_READS\"}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(429, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        busy.start();
        try {
            ControllerClient client = new ControllerClient(
                    List.of(
                            url(busy.getAddress().getPort()),
                            url(leader.getAddress().getPort())),
                    Optional.empty(),
                    Optional.empty());
            assertThat(client.read("/v1/jobs/1", Duration.ofSeconds(30)).status())
                    .isEqualTo(201);
        } finally {
            busy.stop(0);
        }
    }

    @Test // NODE-10
    void failsWithConnectionExceptionIfNoNodeResponds() {
        ControllerClient client =
                new ControllerClient(List.of(url(frozen.getLocalPort())), Optional.empty(), Optional.empty());
        assertThatThrownBy(() -> client.read("/role", Duration.ZERO))
                .isInstanceOf(ConnectionException.class)
                .hasMessageContaining("does not respond");
    }

    /** A node that freezes or disappears while it sends a response: its kernel keeps the connection. */
    private HttpServer stopsInsideTheBody() throws IOException {
        return started(exchange -> {
            exchange.sendResponseHeaders(200, 1_000);
            exchange.getResponseBody().write("{\"id\":".getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
        });
    }

    private static HttpServer started(HttpHandler handler) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", handler);
        server.start();
        return server;
    }

    @Test // NODE-10
    void skipsNodeThatStopsInsideItsResponse() throws Exception {
        HttpServer stopping = stopsInsideTheBody();
        try {
            String leaderUrl = url(leader.getAddress().getPort());
            ControllerClient client = new ControllerClient(
                    List.of(url(stopping.getAddress().getPort()), leaderUrl), Optional.empty(), Optional.empty());
            ControllerReply reply =
                    client.write("POST", "/v1/jobs", Map.of("name", "x"), Map.of(), Duration.ofSeconds(2));
            assertThat(reply.from()).isEqualTo(leaderUrl);
        } finally {
            stopping.stop(0);
        }
    }

    @Test // NODE-10
    void failsIfTheOnlyNodeStopsInsideItsResponse() throws Exception {
        HttpServer stopping = stopsInsideTheBody();
        try {
            ControllerClient client = new ControllerClient(
                    List.of(url(stopping.getAddress().getPort())), Optional.empty(), Optional.empty());
            assertThatThrownBy(() -> client.read("/role", Duration.ZERO))
                    .isInstanceOf(ConnectionException.class)
                    .hasMessageContaining("stopped after its headers");
        } finally {
            stopping.stop(0);
        }
    }

    @Test // NODE-10
    void refusesEndlessResponse() throws Exception {
        byte[] spaces = " ".repeat(1 << 16).getBytes(StandardCharsets.UTF_8);
        HttpServer endless = started(exchange -> {
            exchange.sendResponseHeaders(200, 0);
            while (true) {
                exchange.getResponseBody().write(spaces); // until the client closes the connection
            }
        });
        try {
            String url = url(endless.getAddress().getPort());
            ControllerClient client = new ControllerClient(List.of(url), Optional.empty(), Optional.empty());
            assertThatThrownBy(() -> client.readFrom(url, "/role"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("longer than");
        } finally {
            endless.stop(0);
        }
    }
}
