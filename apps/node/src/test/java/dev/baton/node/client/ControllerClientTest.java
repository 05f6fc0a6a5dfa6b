package dev.baton.node.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

/** Who is asked when the first one says nothing. */
class ControllerClientTest {
    private ServerSocket silent;
    private HttpServer leader;

    /** A node that is frozen: the kernel takes connections for it, and nobody answers. Beside it one that leads. */
    @BeforeEach
    void start() throws IOException {
        silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
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
        silent.close();
        leader.stop(0);
    }

    private static String url(int port) {
        return "http://127.0.0.1:" + port;
    }

    @Test // NODE-10
    void aNodeThatSaysNothingIsPassedOverWithinThePatience() throws InterruptedException {
        String leading = url(leader.getAddress().getPort());
        ControllerClient client = new ControllerClient(List.of(url(silent.getLocalPort()), leading), Optional.empty());
        ControllerReply reply = client.write("POST", "/v1/jobs", Map.of("name", "x"), Map.of(), Duration.ofSeconds(3));
        assertThat(reply.status()).isEqualTo(201);
        assertThat(reply.from()).isEqualTo(leading);
    }

    @Test // NODE-10
    void whenNobodySaysAnythingThatIsTheAnswer() {
        ControllerClient client = new ControllerClient(List.of(url(silent.getLocalPort())), Optional.empty());
        assertThatThrownBy(() -> client.read("/role", Duration.ZERO))
                .isInstanceOf(ConnectionException.class)
                .hasMessageContaining("does not answer");
    }
}
