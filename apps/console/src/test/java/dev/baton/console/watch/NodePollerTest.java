package dev.baton.console.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.baton.console.TestConsole;
import dev.baton.http.TokenFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The console and a node that needs a token for reads. */
class NodePollerTest {
    private static final Duration INTERVAL = Duration.ofMillis(10);
    private static final String TOKEN = "Bearer s3cret";

    @TempDir
    Path directory;

    private HttpServer node;

    @BeforeEach
    void start() throws IOException {
        node = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        node.createContext("/", exchange -> {
            boolean role = exchange.getRequestURI().getPath().equals("/role");
            boolean allowed = role || TOKEN.equals(exchange.getRequestHeaders().getFirst("Authorization"));
            // A command of a job can be long.
            String jobs = "[{\"id\":\"j\",\"command\":[\"" + "x".repeat(1_200_000) + "\"]}]";
            String text = role ? "{\"role\":\"LEADER\"}" : "{\"jobs\":" + jobs + ",\"agents\":[]}";
            byte[] body = text.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(allowed ? 200 : 401, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        node.start();
    }

    @AfterEach
    void stop() {
        node.stop(0);
    }

    private NodePoller poller(Optional<TokenFile> token) {
        String url = "http://127.0.0.1:" + node.getAddress().getPort();
        return new NodePoller("n0", url, new ConsoleFeed(), Optional.empty(), token, INTERVAL);
    }

    @Test // FILE-12
    void readsWithItsTokenAndNamesTheOptionWithoutOne() throws IOException {
        try (NodePoller poller = poller(Optional.empty())) {
            TestConsole.await(
                    "the trouble is shown",
                    () -> String.valueOf(poller.fields().get("trouble")).contains("--node-token-file"));
            assertThat(poller.fields().get("reached")).isEqualTo(true);
        }
        Path file = Files.writeString(directory.resolve("token"), "s3cret\n");
        try (NodePoller poller = poller(Optional.of(TokenFile.in(file)))) {
            TestConsole.await(
                    "the jobs are shown",
                    () -> poller.fields().get("jobs") instanceof List<?> jobs && jobs.size() == 1);
            assertThat(poller.fields().get("trouble")).isNull();
        }
    }
}
