package dev.baton.node.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.http.BearerToken;
import dev.baton.node.control.KnownLeader;
import dev.baton.node.http.TestNode.Response;
import dev.baton.support.json.Json;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The routes on a leader and a standby with the same store. */
class NodeHttpServerTest {
    private static final String JOB = "{\"name\":\"work\",\"payload\":{\"n\":[1,2.5,\"x\"]}}";

    @TempDir
    Path directory;

    private TestNode leader;
    private TestNode standby;
    private long epoch;

    @BeforeEach
    void startNodes() {
        String store = "sqlite:" + directory.resolve("node.db");
        leader = new TestNode("a", store, Optional.empty());
        standby = new TestNode("b", store, Optional.empty());
        epoch = leader.lead();
        standby.controller.leaderChanged(Optional.of(new KnownLeader("a", Optional.of("http://a"))));
        standby.controller.refreshTerm();
    }

    @AfterEach
    void close() {
        leader.close();
        standby.close();
    }

    private String submitted() {
        return leader.post("/v1/jobs", JOB).text("id");
    }

    private Response leased(String ttl) {
        return leader.post("/v1/leases", "{\"agent_name\":\"w\",\"ttl_s\":" + ttl + "}");
    }

    private static String result(Response lease, String status) {
        return "{\"job_id\":\"" + lease.job().get("id") + "\",\"lease_id\":\"" + lease.text("lease_id")
                + "\",\"job_epoch\":" + lease.get("job_epoch") + ",\"status\":\"" + status
                + "\",\"exit_code\":3,\"output\":\"hello\"}";
    }

    @Test // NODE-6
    void standbyRefusesEveryWriteAndNamesTheLeader() {
        List<Response> responses = List.of(
                standby.post("/v1/jobs", JOB),
                standby.post("/v1/jobs", "no json"),
                standby.post("/v1/jobs/x/cancel", ""),
                standby.post("/v1/leases", "{\"agent_name\":\"w\"}"),
                standby.post("/v1/leases/x/renew", "{\"job_epoch\":1}"),
                standby.post("/v1/results", "{}"),
                standby.post("/v1/jobs/x/retry", ""),
                standby.delete("/v1/jobs/x"),
                standby.post("/v1/leases/x/release", "{\"job_epoch\":1}"),
                standby.post("/v1/drain", ""),
                standby.delete("/v1/drain"),
                standby.delete("/v1/agents/w"),
                standby.post("/v1/jobs", JOB, "Baton-Epoch", "999"));
        assertThat(responses).allSatisfy(response -> {
            assertThat(response.status()).isEqualTo(409);
            assertThat(response.response().body())
                    .isEqualTo("{\"error\":\"NOT_LEADER\",\"leader_id\":\"a\",\"leader_url\":\"http://a\","
                            + "\"leader_epoch\":" + epoch + ",\"node_id\":\"b\",\"role\":\"STANDBY\"}");
        });
    }

    @Test // NODE-4
    void everyNodeServesReadsWithItsRoleAndEpoch() {
        String id = submitted();
        for (TestNode node : List.of(leader, standby)) {
            String role = node == leader ? "LEADER" : "STANDBY";
            for (String path : List.of("/healthz", "/role", "/v1/agents", "/v1/jobs", "/v1/jobs/" + id)) {
                Response response = node.get(path);
                assertThat(response.status()).as(path).isEqualTo(200);
                assertThat(response.header("Baton-Node")).isEqualTo(node.controller.nodeId());
                assertThat(response.header("Baton-Role")).isEqualTo(role);
                assertThat(response.header("Baton-Epoch")).isEqualTo(Long.toString(epoch));
            }
            assertThat(node.get("/role").body())
                    .containsExactlyInAnyOrderEntriesOf(Map.of(
                            "node_id",
                            node.controller.nodeId(),
                            "role",
                            role,
                            "leader_epoch",
                            epoch,
                            "leader_id",
                            "a",
                            "leader_url",
                            "http://a"));
            assertThat(node.get("/healthz").body())
                    .containsEntry("status", "ok")
                    .containsEntry("role", role);
            assertThat(((List<?>) node.get("/v1/jobs?state=queued").get("jobs")))
                    .hasSize(1);
            assertThat(node.get("/v1/jobs/" + id).get("payload")).isEqualTo(Map.of("n", List.of(1L, 2.5, "x")));
        }
    }

    @Test // NODE-5
    void invalidRequestGetsAnErrorAndChangesNothing() {
        long events = leader.database().lastEvent();
        Map<String, List<String>> bad = Map.of(
                "/v1/jobs",
                List.of(
                        "",
                        "{}",
                        "[]",
                        "nonsense",
                        "{\"name\":\"\"}",
                        "{\"name\":1}",
                        "{\"name\":\"j\",\"x\":1}",
                        "{\"name\":\"j\",\"command\":\"ls\"}",
                        "{\"name\":\"j\",\"command\":[]}",
                        "{\"name\":\"j\",\"command\":[1]}",
                        "{\"name\":\"j\",\"timeout_s\":0}",
                        "{\"name\":\"j\",\"timeout_s\":\"1\"}",
                        "{\"name\":\"j\",\"max_attempts\":0}",
                        "{\"name\":\"j\",\"max_attempts\":1.5}",
                        "{\"name\":\"j\",\"priority\":99999999999}",
                        "{\"name\":\"j\",\"leader_epoch\":\"1\"}",
                        "{\"name\":\"a\",\"name\":\"b\"}",
                        "{\"name\":\"\\u0000\"}",
                        "{\"name\":\"\\ud800\"}",
                        "{\"name\":\"j\",\"command\":[\"\\udc00\"]}",
                        "{\"name\":\"j\",\"timeout_s\":1e400}",
                        "{\"name\":\"j\",\"payload\":01}",
                        "{\"name\":\"j\",\"command\":[\"" + "x".repeat(1 << 17) + "\"]}"),
                "/v1/leases",
                List.of(
                        "{}",
                        "{\"agent_name\":\"../x\"}",
                        "{\"agent_name\":\"w\",\"ttl_s\":0}",
                        "{\"agent_name\":\"w\",\"wait_s\":-1}",
                        "{\"agent_name\":\"w\",\"commands_only\":1}"),
                "/v1/results",
                List.of("{}", "{\"job_id\":\"j\",\"lease_id\":\"l\",\"job_epoch\":1,\"status\":\"done\"}"),
                "/v1/leases/x/renew",
                List.of("{}", "{\"job_epoch\":\"1\"}", "{\"job_epoch\":-1}"),
                "/v1/jobs/.x/cancel",
                List.of(""),
                "/v1/drain",
                List.of("{\"grace_s\":-1}"));
        bad.forEach((path, bodies) -> bodies.forEach(body -> assertError(leader.post(path, body), 400, "BAD_REQUEST")));
        assertError(leader.get("/v1/jobs?limit=0"), 400, "BAD_REQUEST");
        assertError(leader.get("/v1/jobs?state=lost"), 400, "BAD_REQUEST");
        assertError(leader.get("/v1/jobs?after=none"), 400, "BAD_REQUEST");
        assertError(leader.get("/v1/jobs/none"), 404, "NOT_FOUND");
        assertError(leader.get("/nowhere"), 404, "NOT_FOUND");
        assertError(leader.post("/v1/jobs/none/cancel", ""), 404, "NOT_FOUND");
        assertError(leader.post("/v1/leases/none/renew", "{\"job_epoch\":1}"), 404, "NOT_FOUND");
        assertError(leader.delete("/v1/agents/none"), 404, "NOT_FOUND");
        assertError(leader.delete("/v1/jobs"), 405, "METHOD_NOT_ALLOWED");
        assertError(
                leader.send(leader.request("/v1/jobs").method("PATCH", BodyPublishers.noBody())),
                405,
                "METHOD_NOT_ALLOWED");
        assertError(leader.post("/v1/jobs", JOB, "Baton-Epoch", "x"), 400, "BAD_REQUEST");
        String large = "{\"name\":\"j\",\"payload\":\"" + "x".repeat(1 << 20) + "\"}";
        assertError(leader.post("/v1/jobs", large), 413, "TOO_LARGE");
        assertError(leader.post("/v1/jobs", JOB, "Origin", "http://evil.example"), 403, "FORBIDDEN");
        assertThat(leader.database().lastEvent()).isEqualTo(events);
    }

    private static void assertError(Response response, int status, String code) {
        assertThat(response.status()).as(response.response().body()).isEqualTo(status);
        assertThat(response.body().keySet()).containsExactly("error", "message");
        assertThat(response.get("error")).isEqualTo(code);
        assertThat(response.text("message")).doesNotContain("Exception", "at dev.baton");
        assertThat(response.header("Baton-Node")).isEqualTo("a");
        assertThat(response.header("Baton-Role")).isEqualTo("LEADER");
        assertThat(response.header("Baton-Epoch")).isNotEmpty();
    }

    @Test // NODE-7
    void writeWithAnotherLeaderEpochIsRefused() {
        for (Response response : List.of(
                leader.post("/v1/jobs", "{\"name\":\"j\",\"leader_epoch\":" + (epoch + 1) + "}"),
                leader.post("/v1/jobs", JOB, "Baton-Epoch", Long.toString(epoch - 1)),
                leader.post("/v1/jobs/x/cancel", "", "Baton-Epoch", "77"))) {
            assertThat(response.status()).isEqualTo(409);
            assertThat(response.body().keySet()).containsExactly("error", "message", "leader_epoch", "node_id");
            assertThat(response.get("error")).isEqualTo("STALE_EPOCH");
            assertThat(response.get("leader_epoch")).isEqualTo(epoch);
            assertThat(response.get("node_id")).isEqualTo("a");
        }
        assertThat(leader.post("/v1/jobs", JOB, "Baton-Epoch", Long.toString(epoch))
                        .status())
                .isEqualTo(201);
    }

    @Test // NODE-7
    void fencedLeaderReportsStaleEpochOnceAndThenIsStandby() {
        submitted();
        Response lease = leased("30");
        long later = standby.lead();
        Response refused = leader.post("/v1/results", result(lease, "succeeded"));
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.get("error")).isEqualTo("STALE_EPOCH");
        assertThat(refused.get("leader_epoch")).isEqualTo(later);
        assertThat(leader.post("/v1/jobs", JOB).get("error")).isEqualTo("NOT_LEADER");
        assertThat(leader.get("/role").get("role")).isEqualTo("STANDBY");
        // A lease survives the term in which it was granted.
        assertThat(standby.post("/v1/results", result(lease, "succeeded")).status())
                .isEqualTo(200);
    }

    @Test // NODE-3
    void leaderStopsByItselfWhenItsLeadershipExpires() {
        long own = standby.lead(Duration.ofMillis(300));
        assertThat(own).isGreaterThan(epoch);
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> standby.get("/role").text("role").equals("STANDBY"));
        assertThat(standby.post("/v1/jobs", JOB).get("error")).isEqualTo("NOT_LEADER");
    }

    @Test // NODE-8
    void jobGoesFromQueuedToFailedWithItsResult() {
        Response created =
                leader.post("/v1/jobs", "{\"name\":\"j\",\"command\":[\"true\"],\"timeout_s\":5,\"priority\":2}");
        assertThat(created.status()).isEqualTo(201);
        assertThat(created.body())
                .containsEntry("state", "queued")
                .containsEntry("job_epoch", 1L)
                .containsEntry("attempt", 0L);
        Response lease = leased("30");
        assertThat(lease.status()).isEqualTo(200);
        assertThat(lease.get("job_epoch")).isEqualTo(1L);
        assertThat(lease.text("deadline")).endsWith("Z");
        assertThat(leader.post("/v1/leases/" + lease.text("lease_id") + "/renew", "{\"job_epoch\":1}")
                        .status())
                .isEqualTo(200);
        Response done = leader.post("/v1/results", result(lease, "failed"));
        assertThat(done.status()).isEqualTo(200);
        assertThat(done.body())
                .containsEntry("state", "failed")
                .containsEntry("exit_code", 3L)
                .containsEntry("output", "hello");
        assertThat(leader.post("/v1/results", result(lease, "failed")).status()).isEqualTo(200);
        assertThat(leader.post("/v1/results", result(lease, "succeeded")).get("error"))
                .isEqualTo("STALE_EPOCH");
        assertThat(leased("30").status()).isEqualTo(204);
        assertThat(((List<?>) leader.get("/v1/agents").get("agents"))).hasSize(1);
    }

    @Test // NODE-8
    void expiredLeasePassesTheJobToTheNextAgentWithTheNextEpoch() {
        submitted();
        Response expired = leased("0.2");
        Response next = leader.post("/v1/leases", "{\"agent_name\":\"w2\",\"wait_s\":20}");
        assertThat(next.status()).isEqualTo(200);
        assertThat(next.get("job_epoch")).isEqualTo(2L);
        assertThat(leader.post("/v1/results", result(expired, "succeeded")).get("error"))
                .isEqualTo("STALE_EPOCH");
        assertThat(leader.post("/v1/leases/" + expired.text("lease_id") + "/renew", "{\"job_epoch\":1}")
                        .get("error"))
                .isEqualTo("STALE_EPOCH");
        assertThat(leader.post("/v1/results", result(next, "succeeded")).status())
                .isEqualTo(200);
    }

    @Test // NODE-5
    void waitingAgentGetsTheNextJob() throws Exception {
        CompletableFuture<Response> waiting =
                CompletableFuture.supplyAsync(() -> leader.post("/v1/leases", "{\"agent_name\":\"w\",\"wait_s\":25}"));
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> !leader.database().agents().isEmpty());
        String id = submitted();
        Response lease = waiting.get(30, TimeUnit.SECONDS);
        assertThat(lease.job().get("id")).isEqualTo(id);
    }

    @Test // NODE-5
    void agentForCommandsGetsNoOtherJob() {
        submitted();
        String commands = "{\"agent_name\":\"w\",\"commands_only\":true}";
        assertThat(leader.post("/v1/leases", commands).status()).isEqualTo(204);
        leader.post("/v1/jobs", "{\"name\":\"c\",\"command\":[\"true\"]}");
        assertThat(leader.post("/v1/leases", commands).status()).isEqualTo(200);
    }

    @Test // NODE-5
    void idempotencyKeyCreatesOneJob() {
        Response first = leader.post("/v1/jobs", JOB, "Idempotency-Key", "k1");
        Response again = leader.post("/v1/jobs", JOB, "Idempotency-Key", "k1");
        assertThat(again.status()).isEqualTo(201);
        assertThat(again.get("id")).isEqualTo(first.get("id"));
        assertError(leader.post("/v1/jobs", "{\"name\":\"other\"}", "Idempotency-Key", "k1"), 400, "BAD_REQUEST");
        assertError(leader.post("/v1/jobs", JOB, "Idempotency-Key", "a b"), 400, "BAD_REQUEST");
    }

    @Test // NODE-5
    void cancellationEndsTheLease() {
        String id = submitted();
        Response lease = leased("30");
        assertThat(leader.post("/v1/jobs/" + id + "/cancel", "").body()).containsEntry("state", "cancelled");
        assertThat(leader.post("/v1/results", result(lease, "succeeded")).get("error"))
                .isEqualTo("STALE_EPOCH");
        assertThat(leader.post("/v1/jobs/" + id + "/cancel", "{}").status()).isEqualTo(200);
    }

    @Test // NODE-8, NODE-9
    void drainingLeaderAcceptsOnlyRequestsAboutItsLeasesAndThoseItFound() {
        submitted();
        submitted();
        Response earlier = leased("30");
        long own = standby.lead();
        Response lease = standby.post("/v1/leases", "{\"agent_name\":\"w\"}");
        assertThat(standby.post("/v1/drain", "{\"grace_s\":4.5}").status()).isEqualTo(202);
        assertThat(standby.drains.graces()).containsExactly(Optional.of(Duration.ofMillis(4500)));
        assertThat(standby.get("/role").get("role")).isEqualTo("DRAINING");
        assertThat(standby.get("/role").get("leader_epoch")).isEqualTo(own);
        for (Response refused :
                List.of(standby.post("/v1/jobs", JOB), standby.post("/v1/leases", "{\"agent_name\":\"w\"}"))) {
            assertThat(refused.status()).isEqualTo(409);
            assertThat(refused.get("error")).isEqualTo("NOT_LEADER");
        }
        for (Response held : List.of(lease, earlier)) {
            assertThat(standby.post("/v1/leases/" + held.text("lease_id") + "/renew", "{\"job_epoch\":1}")
                            .status())
                    .isEqualTo(200);
            assertThat(standby.post("/v1/results", result(held, "succeeded")).get("state"))
                    .isEqualTo("succeeded");
        }
        assertThat(standby.post("/v1/drain", "").status()).isEqualTo(202);
    }

    @Test // NODE-5
    void writesNeedTheTokenIfOneIsConfigured() throws Exception {
        Path file = directory.resolve("token");
        Files.writeString(file, "s3cret\n");
        try (TestNode guarded =
                new TestNode("c", "sqlite:" + directory.resolve("c.db"), Optional.of(BearerToken.in(file)))) {
            Response refused = guarded.post("/v1/jobs", JOB);
            assertThat(refused.status()).isEqualTo(401);
            assertThat(refused.get("error")).isEqualTo("UNAUTHORIZED");
            assertThat(guarded.post("/v1/jobs", JOB, "Authorization", "Bearer wrong")
                            .status())
                    .isEqualTo(401);
            assertThat(guarded.post("/v1/jobs", JOB, "Authorization", "Bearer s3cret")
                            .get("error"))
                    .isEqualTo("NOT_LEADER");
            guarded.lead();
            assertThat(guarded.post("/v1/jobs", JOB, "Authorization", "Bearer s3cret")
                            .status())
                    .isEqualTo(201);
            assertThat(guarded.get("/v1/jobs").status()).isEqualTo(200);
        }
    }

    @Test // NODE-4
    void jobListHasPages() {
        for (int i = 0; i < 5; i++) {
            submitted();
        }
        Response page = standby.get("/v1/jobs?limit=3");
        assertThat(((List<?>) page.get("jobs"))).hasSize(3);
        Response rest = standby.get("/v1/jobs?limit=3&after=" + page.text("next"));
        assertThat(((List<?>) rest.get("jobs"))).hasSize(2);
        assertThat(rest.get("next")).isNull();
        assertThat(Json.write(rest.get("jobs"))).doesNotContain(page.text("next"));
        Response newest = standby.get("/v1/jobs?limit=2&newest=true");
        List<Object> backwards = new ArrayList<>((List<?>) rest.get("jobs"));
        Collections.reverse(backwards);
        assertThat(newest.get("jobs")).isEqualTo(backwards);
    }
}
