package dev.baton.node.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
import dev.baton.node.control.KnownLeader;
import dev.baton.node.control.Retention;
import dev.baton.node.http.TestNode.Response;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What operators and load balancers see of a node. */
class NodeOperationTest {
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

    private List<Integer> probes() {
        return List.of(
                node.get("/healthz").status(),
                node.get("/readyz").status(),
                node.get("/leader").status(),
                node.get("/standby").status());
    }

    @Test // NODE-4
    void probesFollowTheRole() {
        assertThat(probes()).as("no leader").containsExactly(200, 503, 503, 200);
        node.controller.leaderChanged(Optional.of(new KnownLeader("b", Optional.of("http://b"))));
        assertThat(probes()).as("standby").containsExactly(200, 200, 503, 200);
        node.lead();
        assertThat(probes()).as("leader").containsExactly(200, 200, 200, 503);
        node.controller.drain();
        assertThat(probes()).as("draining").containsExactly(200, 503, 503, 503);
        Response draining = node.get("/leader");
        assertThat(draining.get("status")).isEqualTo("unavailable");
        assertThat(draining.get("reason")).isEqualTo("this node is DRAINING");
    }

    @Test // NODE-4
    void nodeIsNotReadyWhileNoWriteSucceeds() throws SQLException {
        node.lead();
        execute("CREATE TRIGGER no_jobs BEFORE INSERT ON baton_jobs BEGIN SELECT raise(ABORT, 'disk full'); END");
        execute(
                "CREATE TRIGGER no_probes BEFORE INSERT ON baton_job_leases BEGIN SELECT raise(ABORT, 'disk full'); END");
        Response refused = node.post("/v1/jobs", "{\"name\":\"j\"}");
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.text("message")).contains("nothing was written");
        assertThat(probes()).containsExactly(200, 503, 200, 503);
        execute("DROP TRIGGER no_jobs");
        execute("DROP TRIGGER no_probes");
        // Without a write of a client, which no load balancer would send here.
        Awaitility.await().atMost(LONG).until(() -> node.get("/readyz").status() == 200);
    }

    @Test // NODE-4
    void standbyIsNotReadyUntilTheLeaderHasBegunItsTerm() {
        node.controller.leaderChanged(Optional.of(new KnownLeader("b", Optional.of("http://b"), Optional.of(7L))));
        assertThat(node.get("/readyz").get("reason")).isEqualTo("the leader does not accept writes yet");
        TestNode other = new TestNode("b", "sqlite:" + directory.resolve("node.db"), Optional.empty());
        try (other) {
            other.controller.raise(7, "test", BatonClock.system().now().plus(LONG));
            Awaitility.await().atMost(LONG).until(() -> node.get("/readyz").status() == 200);
        }
    }

    @Test // NODE-4
    void idleLeaderIsNotReadyWhileNoWriteCanSucceed() throws SQLException {
        node.lead();
        execute(
                "CREATE TRIGGER no_probes BEFORE INSERT ON baton_job_leases BEGIN SELECT raise(ABORT, 'disk full'); END");
        // No client writes: a load balancer must not have to lose a request to find out.
        Awaitility.await().atMost(LONG).until(() -> node.get("/readyz").status() == 503);
        execute("DROP TRIGGER no_probes");
        Awaitility.await().atMost(LONG).until(() -> node.get("/readyz").status() == 200);
    }

    @Test // NODE-4
    void leaderIsNotReadyWhileOnlyRenewalsSucceed() throws SQLException {
        node.lead();
        node.post("/v1/jobs", "{\"name\":\"j\"}");
        Response lease = node.post("/v1/leases", "{\"agent_name\":\"w\",\"ttl_s\":600}");
        execute(
                "CREATE TRIGGER no_probes BEFORE INSERT ON baton_job_leases BEGIN SELECT raise(ABORT, 'disk full'); END");
        Awaitility.await()
                .atMost(LONG)
                .until(() -> renewed(lease) && node.get("/readyz").status() == 503);
        // Longer than a leader takes to check again after a write that has failed.
        Awaitility.await()
                .during(Duration.ofSeconds(1))
                .atMost(LONG)
                .until(() -> renewed(lease) && node.get("/readyz").status() == 503);
        execute("DROP TRIGGER no_probes");
        Awaitility.await().atMost(LONG).until(() -> node.get("/readyz").status() == 200);
    }

    private boolean renewed(Response lease) {
        String path = "/v1/leases/" + lease.text("lease_id") + "/renew";
        return node.post(path, "{\"job_epoch\":1}").status() == 200;
    }

    @Test // NODE-8
    void timeInWhichNoWriteSucceedsDoesNotEndLeases() throws SQLException {
        node.lead();
        String id = node.post("/v1/jobs", "{\"name\":\"j\"}").text("id");
        Response lease = node.post("/v1/leases", "{\"agent_name\":\"w\",\"ttl_s\":3}");
        String renewal = "/v1/leases/" + lease.text("lease_id") + "/renew";
        String epoch = "{\"job_epoch\":" + lease.get("job_epoch") + "}";
        execute(
                "CREATE TRIGGER no_leases BEFORE UPDATE ON baton_job_leases BEGIN SELECT raise(ABORT, 'disk full'); END");
        execute(
                "CREATE TRIGGER no_probes BEFORE INSERT ON baton_job_leases BEGIN SELECT raise(ABORT, 'disk full'); END");
        assertThat(node.post(renewal, epoch).status()).isEqualTo(503);
        Instant deadline = Instant.parse(lease.text("deadline"));
        Awaitility.await().atMost(LONG).until(() -> Instant.now().isAfter(deadline.plusMillis(500)));
        execute("DROP TRIGGER no_leases");
        execute("DROP TRIGGER no_probes");
        Awaitility.await().atMost(LONG).until(() -> node.get("/readyz").status() == 200);
        // Longer than the controller waits before it ends an expired lease again.
        Awaitility.await()
                .during(Duration.ofMillis(1500))
                .atMost(LONG)
                .until(() -> "leased".equals(node.get("/v1/jobs/" + id).get("state")));
        assertThat(node.post(renewal, epoch).status()).isEqualTo(200);
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("node.db"));
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test // NODE-6, NODE-9
    void drainingNodeDoesNotNameItselfAsTheLeader() {
        node.lead();
        node.post("/v1/drain", "{}");
        Response refused = node.post("/v1/jobs", "{\"name\":\"j\"}");
        assertThat(refused.get("error")).isEqualTo("NOT_LEADER");
        assertThat(refused.body()).containsEntry("leader_id", null).containsEntry("leader_url", null);
        assertThat(refused.get("role")).isEqualTo("DRAINING");
    }

    @Test // NODE-6, NODE-9
    void standbyNamesADrainingLeaderOnlyToThoseWhoseWritesItAccepts() {
        TestNode standby = new TestNode("b", "sqlite:" + directory.resolve("node.db"), Optional.empty());
        try (standby) {
            standby.controller.leaderChanged(Optional.of(new KnownLeader("a", Optional.of("http://a"))));
            node.lead();
            awaitNamed(standby, "http://a");
            node.controller.drain();
            node.controller.recordDraining();
            awaitNamed(standby, null);
            assertThat(standby.post("/v1/leases", "{\"agent_name\":\"w\"}").body())
                    .containsEntry("leader_id", null)
                    .containsEntry("leader_url", null);
            assertThat(standby.post("/v1/results", "{}").get("leader_url")).isEqualTo("http://a");
            assertThat(standby.post("/v1/leases/none/renew", "{}").get("leader_url"))
                    .isEqualTo("http://a");
            node.controller.undrain();
            node.controller.recordDraining();
            awaitNamed(standby, "http://a");
        }
    }

    /** Waits until a refused submission names this leader. */
    private static void awaitNamed(TestNode standby, @Nullable String url) {
        Awaitility.await().atMost(LONG).until(() -> {
            Response refused = standby.post("/v1/jobs", "{\"name\":\"j\"}");
            return "NOT_LEADER".equals(refused.get("error")) && Objects.equals(refused.get("leader_url"), url);
        });
    }

    @Test // NODE-5
    void onlyTheLeaderRemovesOldJobs() {
        try (Retention retention = new Retention(node.controller, Duration.ofMillis(1))) {
            node.lead();
            String id = node.post("/v1/jobs", "{\"name\":\"j\"}").text("id");
            node.post("/v1/jobs/" + id + "/cancel", "");
            node.controller.close();
            assertThat(retention.removeBatch()).isFalse();
            assertThat(node.get("/v1/jobs/" + id).status()).isEqualTo(200);
            node.lead();
            Awaitility.await().atMost(LONG).until(() -> {
                retention.removeBatch();
                return node.get("/v1/jobs/" + id).status() == 404;
            });
        }
    }

    @Test // NODE-9
    void laterDrainRequestChangesTheDrainAndACancelledOneLetsTheNodeLead() {
        node.lead();
        assertThat(node.post("/v1/drain", "{\"grace_s\":60}").status()).isEqualTo(202);
        assertThat(node.post("/v1/drain", "{\"grace_s\":1}").status()).isEqualTo(202);
        assertThat(node.drains.graces())
                .containsExactly(Optional.of(Duration.ofSeconds(60)), Optional.of(Duration.ofSeconds(1)));
        Response cancelled = node.delete("/v1/drain");
        assertThat(cancelled.status()).isEqualTo(202);
        assertThat(cancelled.get("status")).isEqualTo("cancelled");
        assertThat(node.get("/role").get("role")).isEqualTo("LEADER");
        assertThat(node.post("/v1/jobs", "{\"name\":\"j\"}").status()).isEqualTo(201);
    }

    @Test // NODE-9
    void standbyIsDrainedOnlyByARequestThatNamesIt() {
        node.controller.leaderChanged(Optional.of(new KnownLeader("b", Optional.of("http://b"))));
        assertThat(node.post("/v1/drain", "{}").get("error")).isEqualTo("NOT_LEADER");
        assertThat(node.post("/v1/drain", "{\"node_id\":\"b\"}").status()).isEqualTo(409);
        assertThat(node.drains.graces()).isEmpty();
        assertThat(node.post("/v1/drain", "{\"node_id\":\"a\",\"grace_s\":3}").status())
                .isEqualTo(202);
        assertThat(node.drains.graces()).containsExactly(Optional.of(Duration.ofSeconds(3)));
        // The supervisor confirms.
        node.controller.standbyDrained(true);
        assertThat(node.get("/readyz").get("reason")).isEqualTo("this node is drained");
        node.controller.standbyDrained(false);
        assertThat(node.get("/readyz").status()).isEqualTo(200);
    }

    @Test // NODE-9
    void leaderIsDrainedByARequestThatNamesIt() {
        node.lead();
        assertThat(node.post("/v1/drain", "{\"node_id\":\"a\",\"leader_epoch\":7}")
                        .get("error"))
                .isEqualTo("STALE_EPOCH");
        assertThat(node.post("/v1/drain", "{\"node_id\":\"a\"}").status()).isEqualTo(202);
        assertThat(node.get("/role").get("role")).isEqualTo("DRAINING");
    }
}
