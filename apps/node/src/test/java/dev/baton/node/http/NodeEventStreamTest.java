package dev.baton.node.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeEventStreamTest {
    @TempDir
    Path directory;

    /** A received event. */
    private record Received(String kind, String id, String data) {}

    private static List<Received> follow(TestNode node, String... headers) throws Exception {
        HttpRequest.Builder request = node.request("/v1/events").timeout(Duration.ofMinutes(2));
        if (headers.length > 0) {
            request.headers(headers);
        }
        var response = TestNode.HTTP.send(request.build(), BodyHandlers.ofInputStream());
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type").orElse("")).startsWith("text/event-stream");
        assertThat(response.headers().firstValue("Baton-Node")).contains(node.controller.nodeId());
        List<Received> received = new CopyOnWriteArrayList<>();
        Thread reader = new Thread(() -> {
            try (BufferedReader lines =
                    new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
                List<String> block = new ArrayList<>();
                String line = lines.readLine();
                while (line != null) {
                    if (line.isEmpty()) {
                        received.add(new Received(field(block, "event"), field(block, "id"), field(block, "data")));
                        block.clear();
                    } else {
                        block.add(line);
                    }
                    line = lines.readLine();
                }
            } catch (IOException closed) {
                // The server has closed the stream.
            }
        });
        reader.setDaemon(true);
        reader.start();
        return received;
    }

    private static String field(List<String> block, String name) {
        return block.stream()
                .filter(line -> line.startsWith(name + ":"))
                .map(line -> line.substring(name.length() + 1).strip())
                .findFirst()
                .orElse("");
    }

    private static void await(List<Received> received, int count) {
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> received.size() >= count);
    }

    @Test // NODE-4
    void streamStartsWithTheRoleAndResumesAfterTheLastEventId() throws Exception {
        String store = "sqlite:" + directory.resolve("node.db");
        try (TestNode leader = new TestNode("a", store, Optional.empty());
                TestNode standby = new TestNode("b", store, Optional.empty())) {
            leader.lead();
            List<Received> onLeader = follow(leader);
            List<Received> onStandby = follow(standby);
            await(onLeader, 1);
            await(onStandby, 1);
            assertThat(onLeader.get(0).kind()).isEqualTo("role");
            assertThat(onLeader.get(0).data()).contains("\"role\":\"LEADER\"");
            assertThat(onStandby.get(0).data()).contains("\"role\":\"STANDBY\"");

            leader.post("/v1/jobs", "{\"name\":\"one\"}");
            leader.post("/v1/jobs", "{\"name\":\"two\"}");
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> jobs(onLeader).size() == 2 && jobs(onStandby).size() == 2);
            assertThat(jobs(onStandby)).isEqualTo(jobs(onLeader));

            List<Received> resumed =
                    follow(standby, "Last-Event-ID", jobs(onLeader).get(0).id());
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> !jobs(resumed).isEmpty());
            assertThat(resumed.get(0).kind()).isEqualTo("role");
            assertThat(jobs(resumed).get(0)).isEqualTo(jobs(onLeader).get(1));

            leader.controller.close();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> onLeader.stream()
                            .anyMatch(event ->
                                    event.kind().equals("role") && event.data().contains("\"role\":\"STANDBY\"")));
            assertThat(leader.send(leader.request("/v1/events").header("Last-Event-ID", "x"))
                            .status())
                    .isEqualTo(400);
        }
    }

    @Test // NODE-4
    void numberOfStreamsIsLimitedAndAStreamThatEndsMakesRoom() throws Exception {
        try (TestNode node = new TestNode("a", "sqlite:" + directory.resolve("node.db"), Optional.empty())) {
            List<InputStream> streams = new ArrayList<>();
            HttpRequest request = node.request("/v1/events").build();
            for (int i = 0; i < NodeEventStream.MAX_CLIENTS; i++) {
                var response = TestNode.HTTP.send(request, BodyHandlers.ofInputStream());
                assertThat(response.statusCode()).isEqualTo(200);
                streams.add(response.body());
            }
            var first = TestNode.HTTP.send(request, BodyHandlers.ofInputStream());
            first.body().close();
            assertThat(first.statusCode()).isEqualTo(429);
            var refused = node.send(node.request("/v1/events"));
            assertThat(refused.get("error")).isEqualTo("TOO_MANY_STREAMS");
            assertThat(refused.header("Retry-After")).isNotEmpty();
            assertThat(node.get("/healthz").status()).isEqualTo(200);
            for (InputStream stream : streams) {
                stream.close();
            }
            // The server notices at the next change of its role that a client is gone.
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> {
                node.lead();
                node.controller.close();
                var response = TestNode.HTTP.send(request, BodyHandlers.ofInputStream());
                response.body().close();
                return response.statusCode() == 200;
            });
        }
    }

    private static List<Received> jobs(List<Received> received) {
        return received.stream().filter(event -> event.kind().equals("job")).toList();
    }
}
