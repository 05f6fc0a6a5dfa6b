package dev.baton.node.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.BatonException;
import dev.baton.node.control.JobService;
import dev.baton.node.database.TestPostgres;
import dev.baton.node.http.NodeHttpServer.Address;
import dev.baton.node.http.TestNode.Response;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The responses of a leader to writes, also to slow ones. */
class WriteResponseTest {
    @TempDir
    Path directory;

    private TestNode node(String id) {
        return new TestNode(id, "sqlite:" + directory.resolve("node.db"), Optional.empty());
    }

    /** Starts an agent that waits for work, and returns when it waits. */
    private static CompletableFuture<Response> waitingLease(TestNode node) {
        return waitingLease(node, "w");
    }

    private static CompletableFuture<Response> waitingLease(TestNode node, String agent) {
        CompletableFuture<Response> lease = new CompletableFuture<>();
        String body = "{\"agent_name\":\"" + agent + "\",\"wait_s\":25}";
        lease.completeAsync(() -> node.post("/v1/leases", body), request -> new Thread(request).start());
        Awaitility.await("the agent waits")
                .atMost(Duration.ofSeconds(30))
                .until(() -> node.get("/v1/agents").text("agents").contains("name=" + agent + ","));
        return lease;
    }

    @Test // NODE-4, NODE-7
    void responseHasTheEpochOfItsTransactionNotOfItsRequest() {
        try (TestNode node = node("a")) {
            long first = node.lead();
            CompletableFuture<Response> lease = waitingLease(node);
            long second = node.lead();
            assertThat(second).isGreaterThan(first);
            node.post("/v1/jobs", "{\"name\":\"work\"}");
            Response granted = lease.join();
            assertThat(granted.status()).isEqualTo(200);
            assertThat(granted.job().get("leader_epoch")).isEqualTo(second);
            assertThat(granted.header("Baton-Epoch")).isEqualTo(Long.toString(second));
        }
    }

    @Test // NODE-4, NODE-7
    void everyAcceptedWriteReportsItsEpoch() {
        try (TestNode node = node("a")) {
            node.lead();
            String epoch = Long.toString(node.lead());
            Response created = node.post("/v1/jobs", "{\"name\":\"work\"}");
            Response lease = node.post("/v1/leases", "{\"agent_name\":\"w\"}");
            String id = created.text("id");
            assertThat(List.of(
                            created,
                            lease,
                            node.post("/v1/leases/" + lease.text("lease_id") + "/renew", "{\"job_epoch\":1}"),
                            node.post(
                                    "/v1/results",
                                    "{\"job_id\":\"" + id + "\",\"lease_id\":\"" + lease.text("lease_id")
                                            + "\",\"job_epoch\":1,\"status\":\"succeeded\"}"),
                            node.post("/v1/jobs/" + id + "/cancel", ""),
                            node.delete("/v1/agents/w")))
                    .allSatisfy(response -> {
                        assertThat(response.status()).isLessThan(300);
                        assertThat(response.header("Baton-Epoch")).isEqualTo(epoch);
                        assertThat(response.header("Baton-Role")).isEqualTo("LEADER");
                    });
        }
    }

    @Test // NODE-4
    void closingTheServerAnswersWaitingRequestsWithoutErrorsInTheLog() {
        PrintStream before = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        List<CompletableFuture<Response>> leases = new ArrayList<>();
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        try {
            try (TestNode node = node("a")) {
                node.lead();
                for (int i = 0; i < 30; i++) {
                    leases.add(waitingLease(node, "w" + i));
                }
            }
            Awaitility.await("the lease requests end")
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> leases.stream().allMatch(CompletableFuture::isDone));
        } finally {
            System.setErr(before);
        }
        assertThat(leases).allSatisfy(lease -> assertThat(lease.join().status()).isEqualTo(204));
        assertThat(log.toString(StandardCharsets.UTF_8))
                .doesNotContain("ERROR")
                .doesNotContain("WARN")
                .doesNotContain("\tat ");
    }

    /** Submits a job to a node whose database fails, and returns the message of the 503 and what the log says about it. */
    private static List<String> refusal(String store, String jdbc, String... failure) throws SQLException {
        PrintStream before = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        try (TestNode node = new TestNode("a", store, Optional.empty())) {
            node.lead();
            try (Connection connection = DriverManager.getConnection(jdbc);
                    Statement statement = connection.createStatement()) {
                for (String sql : failure) {
                    statement.execute(sql);
                }
            }
            System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
            Response refused;
            try {
                refused = node.post("/v1/jobs", "{\"name\":\"j\"}");
            } finally {
                System.setErr(before);
            }
            assertThat(refused.status()).isEqualTo(503);
            String logged = log.toString(StandardCharsets.UTF_8);
            int begin = logged.indexOf("POST /v1/jobs: ");
            assertThat(begin).as(logged).isNotNegative();
            // An error of a database can have several lines.
            int end = logged.indexOf("\n[", begin);
            String entry = logged.substring(begin, end < 0 ? logged.length() : end);
            return List.of(refused.text("message"), entry);
        }
    }

    @Test // NODE-4
    void messageAndLogAgreeThatNothingWasWritten() throws SQLException {
        Path file = directory.resolve("node.db");
        assertThat(
                        refusal(
                                "sqlite:" + file,
                                "jdbc:sqlite:" + file,
                                "CREATE TRIGGER no_jobs BEFORE INSERT ON baton_jobs BEGIN SELECT raise(ABORT, 'disk full'); END"))
                .allSatisfy(text -> assertThat(text)
                        .containsIgnoringCase("nothing was written")
                        .doesNotContain("may or may not"));
    }

    @Test // NODE-4
    void messageAndLogAgreeThatAWriteMayHaveBeenApplied() throws SQLException {
        String store = TestPostgres.newDatabase();
        assertThat(refusal(
                        store,
                        store.replace("postgres://postgres@", "jdbc:postgresql://") + "?user=postgres",
                        "CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS"
                                + " $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END $$",
                        "CREATE TRIGGER cut BEFORE INSERT ON baton_jobs FOR EACH ROW EXECUTE FUNCTION cut()"))
                .allSatisfy(text -> assertThat(text)
                        .contains("may or may not have been applied")
                        .doesNotContainIgnoringCase("nothing was written"));
    }

    @Test // NODE-4
    void reportsAPortThatIsInUse() {
        try (TestNode node = node("a")) {
            JobRoutes routes = new JobRoutes(node.controller, new JobService(node.controller), (grace, standby) -> {});
            Address used = new Address("127.0.0.1", node.port(), Optional.empty());
            assertThatThrownBy(() ->
                            new NodeHttpServer(node.controller, routes, NodeAccess.onLoopback(Optional.empty()), used))
                    .isInstanceOf(BatonException.class)
                    .hasMessageContaining("cannot listen on 127.0.0.1:" + node.port());
        }
    }
}
