package dev.baton.node.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that request large pages and do not read them. */
class ReadLimitsTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    @Test // NODE-4, NODE-5
    void clientsThatDoNotReadLargePagesLeaveThreadsForWrites() throws IOException {
        List<Socket> clients = new ArrayList<>();
        try (TestNode node = new TestNode("a", "sqlite:" + directory.resolve("node.db"), Optional.empty())) {
            node.lead();
            String job = "{\"name\":\"j\",\"payload\":\"" + "x".repeat(1_000_000) + "\"}";
            for (int i = 0; i < 5; i++) {
                assertThat(node.post("/v1/jobs", job).status()).isEqualTo(201);
            }
            for (int i = 0; i < ReadLimits.MAX_READS + 10; i++) {
                clients.add(silentClient(node.port()));
            }
            Awaitility.await()
                    .atMost(LONG)
                    .until(() -> "TOO_MANY_READS".equals(node.get("/v1/jobs").get("error")));
            assertThat(node.get("/healthz").status()).isEqualTo(200);
            assertThat(node.post("/v1/jobs", "{\"name\":\"k\"}").status()).isEqualTo(201);
            for (Socket client : clients) {
                client.close();
            }
            Awaitility.await().atMost(LONG).until(() -> node.get("/v1/jobs").status() == 200);
        } finally {
            for (Socket client : clients) {
                client.close();
            }
        }
    }

    private static Socket silentClient(int port) throws IOException {
        Socket client = new Socket();
        client.setReceiveBufferSize(4096);
        client.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        String request = "GET /v1/jobs?include=payload HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\n\r\n";
        client.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        return client;
    }
}
