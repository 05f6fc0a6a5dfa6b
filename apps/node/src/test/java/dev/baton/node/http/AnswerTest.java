package dev.baton.node.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.BatonException;
import dev.baton.node.control.JobService;
import dev.baton.node.http.NodeHttpServer.Address;
import dev.baton.node.http.TestNode.Answer;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a leader says of a write that took a while. */
class AnswerTest {
    @TempDir
    Path directory;

    private TestNode node(String id) {
        return new TestNode(id, "sqlite:" + directory.resolve("node.db"), Optional.empty());
    }

    /** An agent that waits for work, and is known to wait. */
    private static CompletableFuture<Answer> waiting(TestNode node) {
        CompletableFuture<Answer> lease =
                CompletableFuture.supplyAsync(() -> node.post("/v1/leases", "{\"agent_name\":\"w\",\"wait_s\":25}"));
        Awaitility.await("the agent waits")
                .atMost(Duration.ofSeconds(30))
                .until(() -> node.get("/v1/agents").text("agents").contains("name=w"));
        return lease;
    }

    @Test // NODE-4, NODE-7
    void theEpochOfAnAnswerIsThatOfItsTransactionNotOfTheArrivalOfTheRequest() {
        try (TestNode node = node("a")) {
            long first = node.lead();
            CompletableFuture<Answer> lease = waiting(node);
            long second = node.lead();
            assertThat(second).isGreaterThan(first);
            node.post("/v1/jobs", "{\"name\":\"work\"}");
            Answer granted = lease.join();
            assertThat(granted.status()).isEqualTo(200);
            assertThat(granted.job().get("leader_epoch")).isEqualTo(second);
            assertThat(granted.header("Baton-Epoch")).isEqualTo(Long.toString(second));
        }
    }

    @Test // NODE-4, NODE-7
    void everyAcceptedWriteTellsItsEpoch() {
        try (TestNode node = node("a")) {
            node.lead();
            String epoch = Long.toString(node.lead());
            Answer made = node.post("/v1/jobs", "{\"name\":\"work\"}");
            Answer lease = node.post("/v1/leases", "{\"agent_name\":\"w\"}");
            String id = made.text("id");
            assertThat(List.of(
                            made,
                            lease,
                            node.post("/v1/leases/" + lease.text("lease_id") + "/renew", "{\"job_epoch\":1}"),
                            node.post(
                                    "/v1/results",
                                    "{\"job_id\":\"" + id + "\",\"lease_id\":\"" + lease.text("lease_id")
                                            + "\",\"job_epoch\":1,\"status\":\"succeeded\"}"),
                            node.post("/v1/jobs/" + id + "/cancel", ""),
                            node.delete("/v1/agents/w")))
                    .allSatisfy(answer -> {
                        assertThat(answer.status()).isLessThan(300);
                        assertThat(answer.header("Baton-Epoch")).isEqualTo(epoch);
                        assertThat(answer.header("Baton-Role")).isEqualTo("LEADER");
                    });
        }
    }

    @Test // NODE-4
    void aRequestThatWaitsWhenTheServerIsClosedIsAnsweredAndNothingIsComplainedOf() {
        PrintStream before = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        CompletableFuture<Answer> lease;
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
        try {
            try (TestNode node = node("a")) {
                node.lead();
                lease = waiting(node);
            }
            Awaitility.await("an end").atMost(Duration.ofSeconds(30)).until(lease::isDone);
        } finally {
            System.setErr(before);
        }
        assertThat(lease.join().status()).isEqualTo(204);
        assertThat(said.toString(StandardCharsets.UTF_8))
                .doesNotContain("ERROR")
                .doesNotContain("WARN")
                .doesNotContain("\tat ");
    }

    @Test // NODE-4
    void aPortThatIsTakenIsToldInALine() {
        try (TestNode node = node("a")) {
            JobRoutes routes = new JobRoutes(node.controller, new JobService(node.controller), grace -> {});
            Address taken = new Address("127.0.0.1", node.port(), Optional.empty());
            assertThatThrownBy(() -> new NodeHttpServer(node.controller, routes, Optional.empty(), taken))
                    .isInstanceOf(BatonException.class)
                    .hasMessageContaining("cannot listen on 127.0.0.1:" + node.port());
        }
    }
}
