package dev.baton.node.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.node.database.AgentState;
import dev.baton.node.http.TestNode.Response;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What agents request, and what a node records about them. */
class AgentRequestsTest {
    private static final Duration LONG = Duration.ofSeconds(30);

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

    @Test // NODE-4, NODE-10
    void everyRequestForWorkMovesTheTimeAtWhichItsAgentWasSeen() {
        node.lead();
        String request = "{\"agent_name\":\"w\"}";
        for (int i = 0; i < 3; i++) {
            Instant before = i == 0 ? Instant.EPOCH : lastSeen();
            Awaitility.await().atMost(LONG).until(() -> Instant.now().isAfter(before.plusMillis(2)));
            assertThat(node.post("/v1/leases", request).status()).isEqualTo(204);
            Awaitility.await()
                    .atMost(Duration.ofSeconds(5))
                    .until(() -> lastSeen().isAfter(before));
        }
        assertThat(agentEvents()).isEqualTo(1);
    }

    @Test // NODE-10
    void deletedAgentStaysDeletedUntilItsNextRequest() throws InterruptedException {
        node.lead();
        node.post("/v1/leases", "{\"agent_name\":\"w\"}");
        CompletableFuture<HttpResponse<String>> waiting = TestNode.HTTP.sendAsync(
                node.request("/v1/leases")
                        .POST(BodyPublishers.ofString("{\"agent_name\":\"w\",\"wait_s\":60}"))
                        .build(),
                BodyHandlers.ofString());
        Instant before = lastSeen();
        Awaitility.await().atMost(LONG).until(() -> lastSeen().isAfter(before));
        assertThat(node.delete("/v1/agents/w").status()).isEqualTo(200);
        // Wakes the waiting request, which is older than the deletion.
        node.post("/v1/jobs", "{\"name\":\"j\",\"requires\":[\"nobody\"]}");
        Awaitility.await()
                .during(Duration.ofMillis(1500))
                .atMost(LONG)
                .until(() -> node.database().agents().get(0).state() == AgentState.DELETED);
        node.post("/v1/leases", "{\"agent_name\":\"w\"}");
        assertThat(node.database().agents().get(0).state()).isEqualTo(AgentState.ACTIVE);
        waiting.cancel(true);
    }

    private Instant lastSeen() {
        return Instant.ofEpochMilli(node.database().agents().get(0).lastSeenMillis());
    }

    private long agentEvents() {
        return node.database().eventsAfter(0, 100).stream()
                .filter(event -> event.kind().equals("agent"))
                .count();
    }

    @Test // NODE-8
    void leaseLastsThreeTakeoversUnlessTheAgentWantsAnother() {
        node.close();
        node = new TestNode(
                "a",
                "sqlite:" + directory.resolve("node.db"),
                NodeAccess.onLoopback(Optional.empty()),
                new ApiSettings(Duration.ofMillis(4100)));
        node.lead();
        node.post("/v1/jobs", "{\"name\":\"j\"}");
        node.post("/v1/jobs", "{\"name\":\"j\"}");
        assertThat(node.post("/v1/leases", "{\"agent_name\":\"w\"}").body())
                .containsEntry("ttl_s", 12.3)
                .containsEntry("safe_ttl_s", 12.3);
        assertThat(node.post("/v1/leases", "{\"agent_name\":\"w\",\"ttl_s\":2}").body())
                .containsEntry("ttl_s", 2L)
                .containsEntry("safe_ttl_s", 12.3);
    }

    @Test // NODE-10
    void waitingAgentWithTheLabelsGetsTheJobAtOnce() {
        node.lead();
        List<CompletableFuture<HttpResponse<String>>> waiting = new ArrayList<>();
        for (String labels : List.of("[]", "[\"x\"]", "[\"gpu\",\"x\"]")) {
            waiting.add(TestNode.HTTP.sendAsync(
                    node.request("/v1/leases")
                            .POST(BodyPublishers.ofString("{\"agent_name\":\"w" + waiting.size()
                                    + "\",\"wait_s\":60,\"labels\":" + labels + "}"))
                            .build(),
                    BodyHandlers.ofString()));
        }
        Awaitility.await().atMost(LONG).until(() -> node.database().agents().size() == waiting.size());
        Response job = node.post("/v1/jobs", "{\"name\":\"j\",\"requires\":[\"gpu\"]}");
        assertThat(job.get("requires")).isEqualTo(List.of("gpu"));
        assertThat(waiting.get(2)
                        .orTimeout(LONG.toSeconds(), TimeUnit.SECONDS)
                        .join()
                        .statusCode())
                .isEqualTo(200);
        assertThat(waiting.get(0)).isNotDone();
        assertThat(waiting.get(1)).isNotDone();
        assertThat(node.post("/v1/jobs", "{\"name\":\"j\",\"requires\":[\"no label\"]}")
                        .status())
                .isEqualTo(400);
        waiting.forEach(request -> request.cancel(true));
    }

    @Test // NODE-5
    void agentsBeyondTheLimitAreToldToReturnLaterButGetJobs() {
        node.lead();
        List<CompletableFuture<?>> waiting = new ArrayList<>();
        // More than the limit, in case that a connection takes longer than others.
        for (int i = 0; i < 230; i++) {
            waiting.add(TestNode.HTTP.sendAsync(
                    node.request("/v1/leases")
                            .POST(BodyPublishers.ofString(
                                    "{\"agent_name\":\"w\",\"wait_s\":60,\"commands_only\":true}"))
                            .build(),
                    BodyHandlers.discarding()));
        }
        String lease = "{\"agent_name\":\"x\",\"wait_s\":0.1}";
        Awaitility.await()
                .atMost(LONG)
                .until(() -> node.post("/v1/leases", lease).status() == 429);
        Response refused = node.post("/v1/leases", lease);
        assertThat(refused.get("error")).isEqualTo("TOO_MANY_WAITING");
        assertThat(refused.header("Retry-After")).isNotEmpty();
        assertThat(refused.header("Baton-Role")).isEqualTo("LEADER");
        node.post("/v1/jobs", "{\"name\":\"j\"}");
        assertThat(node.post("/v1/leases", lease).status()).isEqualTo(200);
        assertThat(node.get("/healthz").status()).isEqualTo(200);
        waiting.forEach(request -> request.cancel(true));
    }

    @Test // NODE-8, NODE-10
    void outputIsReturnedWithTheLengthOfAllOfIt() {
        node.lead();
        String id = node.post("/v1/jobs", "{\"name\":\"j\"}").text("id");
        String lease = node.post("/v1/leases", "{\"agent_name\":\"w\"}").text("lease_id");
        String renewal = "/v1/leases/" + lease + "/renew";
        node.post(renewal, "{\"job_epoch\":1,\"output\":\"end\",\"output_bytes\":5000000000}");
        assertThat(node.get("/v1/jobs/" + id).body())
                .containsEntry("output", "end")
                .containsEntry("output_bytes", 5_000_000_000L);
        node.post(renewal, "{\"job_epoch\":1,\"output\":\"not counted\"}");
        assertThat(node.get("/v1/jobs/" + id).body())
                .containsEntry("output", "not counted")
                .containsEntry("output_bytes", null);
        assertThat(node.post(renewal, "{\"job_epoch\":1,\"output\":\"x\",\"output_bytes\":-1}")
                        .status())
                .isEqualTo(400);
        Response done = node.post(
                "/v1/results",
                "{\"job_id\":\"" + id + "\",\"lease_id\":\"" + lease
                        + "\",\"job_epoch\":1,\"status\":\"failed\",\"output\":\"last\",\"output_bytes\":7}");
        assertThat(done.body()).containsEntry("output", "last").containsEntry("output_bytes", 7L);
        assertThat(node.post("/v1/jobs/" + id + "/retry", "").body()).containsEntry("output_bytes", 7L);
        assertThat(node.get("/v1/jobs").text("jobs")).doesNotContain("output");
        assertThat(node.get("/v1/jobs?include=output").text("jobs")).contains("output=last", "output_bytes=7");
    }
}
