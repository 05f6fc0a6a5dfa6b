package dev.baton.node.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.node.database.AgentRecord;
import dev.baton.node.database.LeaderTerm;
import dev.baton.node.http.TestNode.Response;
import dev.baton.node.job.JobLease;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A database that a node of release 0.1 wrote: six jobs, two leases of which one is current, two agents, ten events and the
 * term with leader_epoch 1.
 */
class GoldenDatabaseTest {
    /** The requests that created the first five jobs, by idempotency key. */
    private static final Map<String, String> REQUESTS = Map.of(
            "key-plain",
            "{\"name\":\"plain\"}",
            "key-payload",
            "{\"name\":\"payload\",\"payload\":{\"n\":[1,2.5,\"x\"],\"text\":\"a, b=c]\"}}",
            "key-command",
            "{\"name\":\"command\",\"command\":[\"sh\",\"-c\",\"echo hi, there\"],\"timeout_s\":1.5}",
            "key-attempts",
            "{\"name\":\"attempts\",\"timeout_s\":90,\"max_attempts\":5,\"priority\":-3}",
            "key-all",
            "{\"name\":\"all é中\",\"payload\":\"\",\"command\":[\"true\"],\"timeout_s\":0.001,\"max_attempts\":1,"
                    + "\"priority\":2147483647}");

    @TempDir
    Path directory;

    private TestNode node;

    @BeforeEach
    void openCopy() throws IOException {
        Path copy = directory.resolve("jobs.db");
        try (InputStream golden = getClass().getResourceAsStream("/golden-0.1/jobs.db")) {
            Files.copy(Objects.requireNonNull(golden), copy);
        }
        node = new TestNode("b", "sqlite:" + copy, Optional.empty());
    }

    @AfterEach
    void close() {
        node.close();
    }

    @Test // NODE-4
    void readsJobsLeasesAgentsEventsAndTermOfRelease01() {
        assertThat((List<?>) node.get("/v1/jobs").get("jobs"))
                .extracting(job -> ((Map<?, ?>) job).get("name") + " " + ((Map<?, ?>) job).get("state"))
                .containsExactly(
                        "plain leased",
                        "payload queued",
                        "command queued",
                        "attempts queued",
                        "all é中 succeeded",
                        "cancelled cancelled");
        assertThat(node.database().currentLeases())
                .singleElement()
                .extracting(JobLease::agent)
                .isEqualTo("agent-2");
        assertThat(node.database().agents()).extracting(AgentRecord::name).containsExactly("agent-1", "agent-2");
        assertThat(node.database().eventsAfter(0, 100)).hasSize(10);
        assertThat(node.database().latestTerm()).contains(new LeaderTerm(1, "golden", "http://127.0.0.1:18765", 1));
    }

    @Test // NODE-5
    void recognisesRequestsThatRelease01AcceptedByTheirIdempotencyKey() {
        node.lead();
        REQUESTS.forEach((key, request) -> {
            Response repeated = node.post("/v1/jobs", request, "Idempotency-Key", key);
            assertThat(repeated.status()).as(key).isEqualTo(201);
            assertThat(repeated.get("leader_epoch")).as(key).isEqualTo(1L);
            Response other = node.post("/v1/jobs", "{\"name\":\"other\"}", "Idempotency-Key", key);
            assertThat(other.status()).as(key).isEqualTo(400);
        });
        assertThat((List<?>) node.get("/v1/jobs").get("jobs")).hasSize(6);
    }

    @Test // NODE-3, NODE-8
    void continuesWithALargerLeaderEpochAndAcceptsTheResultOfAnOldLease() {
        assertThat(node.lead()).isEqualTo(2);
        JobLease lease = node.database().currentLeases().get(0);
        Response finished = node.post(
                "/v1/results",
                "{\"job_id\":\"" + lease.jobId() + "\",\"lease_id\":\"" + lease.id() + "\",\"job_epoch\":1,"
                        + "\"status\":\"succeeded\"}");
        assertThat(finished.body()).containsEntry("state", "succeeded").containsEntry("leader_epoch", 2L);
        assertThat(node.post("/v1/jobs", "{\"name\":\"new\"}").get("leader_epoch"))
                .isEqualTo(2L);
        assertThat(node.database().eventsAfter(10, 100)).hasSize(2);
    }
}
