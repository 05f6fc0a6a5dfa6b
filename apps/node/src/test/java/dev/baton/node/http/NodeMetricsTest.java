package dev.baton.node.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The metrics of a node. */
class NodeMetricsTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Pattern READS =
            Pattern.compile("baton_node_read_seconds_sum (\\S+)\nbaton_node_read_seconds_count (\\d+)");

    @TempDir
    Path directory;

    private TestNode node;

    @BeforeEach
    void start() {
        node = new TestNode("a", "sqlite:" + directory.resolve("node.db"), Optional.empty());
    }

    @AfterEach
    void close() {
        node.close();
    }

    @Test // NODE-4
    void metricsCountRolesWritesJobsAgentsAndLeases() throws IOException, InterruptedException {
        node.lead();
        node.post("/v1/jobs", "{\"name\":\"j\"}");
        node.post("/v1/jobs", "{\"name\":\"j\"}");
        node.post("/v1/leases", "{\"agent_name\":\"w\"}");
        assertThat(metrics())
                .contains("\nbaton_node_role{role=\"LEADER\"} 1\n", "\nbaton_node_role{role=\"STANDBY\"} 0\n")
                .contains("\nbaton_node_leader_epoch 1\n", "\nbaton_node_ready 1\n")
                .contains("\nbaton_node_jobs{state=\"queued\"} 1\n", "\nbaton_node_jobs{state=\"leased\"} 1\n")
                .contains("\nbaton_node_writes_total{outcome=\"committed\"} 3\n")
                .contains("\nbaton_node_write_seconds_count 3\n")
                .contains("\nbaton_node_agents{state=\"active\"} 1\n", "\nbaton_node_agents{state=\"deleted\"} 0\n")
                .contains("\nbaton_node_leases 1\n", "\nbaton_node_waiting_requests 0\n");
    }

    private String metrics() throws IOException, InterruptedException {
        return TestNode.HTTP
                .send(node.request("/metrics").build(), BodyHandlers.ofString())
                .body();
    }

    @Test // NODE-4
    void metricsCountReadsAndWaitingRequests() {
        node.lead();
        for (int i = 0; i < 3; i++) {
            assertThat(node.get("/v1/jobs").status()).isEqualTo(200);
        }
        Awaitility.await().atMost(LONG).until(() -> {
            Matcher reads = READS.matcher(metrics());
            return reads.find() && Double.parseDouble(reads.group(1)) > 0 && Long.parseLong(reads.group(2)) >= 3;
        });
        CompletableFuture<HttpResponse<String>> waiting = TestNode.HTTP.sendAsync(
                node.request("/v1/leases")
                        .POST(BodyPublishers.ofString("{\"agent_name\":\"w\",\"wait_s\":60}"))
                        .build(),
                BodyHandlers.ofString());
        Awaitility.await().atMost(LONG).until(() -> metrics().contains("\nbaton_node_waiting_requests 1\n"));
        node.post("/v1/jobs", "{\"name\":\"j\"}");
        assertThat(waiting.join().statusCode()).isEqualTo(200);
        Awaitility.await().atMost(LONG).until(() -> metrics().contains("\nbaton_node_waiting_requests 0\n"));
    }
}
