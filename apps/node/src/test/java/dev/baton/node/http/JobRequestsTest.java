package dev.baton.node.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.node.http.TestNode.Response;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests about jobs that return to the queue or are removed, and about lists of jobs. */
class JobRequestsTest {
    @TempDir
    Path directory;

    private TestNode node;

    @BeforeEach
    void start() {
        node = new TestNode("a", "sqlite:" + directory.resolve("node.db"), Optional.empty());
        node.lead();
    }

    @AfterEach
    void close() {
        node.close();
    }

    private String submitted() {
        return node.post("/v1/jobs", "{\"name\":\"work\"}").text("id");
    }

    private Response leased() {
        return node.post("/v1/leases", "{\"agent_name\":\"w\",\"ttl_s\":30}");
    }

    private static String result(Response lease, String status) {
        return "{\"job_id\":\"" + lease.job().get("id") + "\",\"lease_id\":\"" + lease.text("lease_id")
                + "\",\"job_epoch\":" + lease.get("job_epoch") + ",\"status\":\"" + status
                + "\",\"exit_code\":3}";
    }

    private static void assertError(Response response, int status, String code) {
        assertThat(response.status()).as(response.response().body()).isEqualTo(status);
        assertThat(response.get("error")).isEqualTo(code);
    }

    @Test // NODE-8
    void leaseThatIsGivenBackGoesToTheNextAgent() {
        String id = submitted();
        Response lease = leased();
        String path = "/v1/leases/" + lease.text("lease_id") + "/release";
        assertError(node.post(path, "{}"), 400, "BAD_REQUEST");
        assertError(node.post("/v1/leases/none/release", "{\"job_epoch\":1}"), 404, "NOT_FOUND");
        assertThat(node.post(path, "{\"job_epoch\":2}").get("error")).isEqualTo("STALE_EPOCH");
        Response returned = node.post(path, "{\"job_epoch\":1}");
        assertThat(returned.status()).isEqualTo(200);
        assertThat(returned.body())
                .containsEntry("state", "queued")
                .containsEntry("attempt", 0L)
                .containsEntry("job_epoch", 2L);
        assertThat(node.post(path, "{\"job_epoch\":1}").status()).isEqualTo(200);
        assertThat(leased().job().get("id")).isEqualTo(id);
    }

    @Test // NODE-5
    void endedJobsAreRetriedAndDeleted() {
        String id = submitted();
        assertError(node.delete("/v1/jobs/" + id), 409, "CONFLICT");
        node.post("/v1/results", result(leased(), "failed"));
        assertThat(node.post("/v1/jobs/" + id + "/retry", "").body())
                .containsEntry("state", "queued")
                .containsEntry("attempt", 0L)
                .containsEntry("exit_code", null);
        assertThat(node.post("/v1/jobs/" + id + "/retry", "").status()).isEqualTo(200);
        node.post("/v1/results", result(leased(), "succeeded"));
        assertError(node.post("/v1/jobs/" + id + "/retry", ""), 409, "CONFLICT");
        assertThat(node.delete("/v1/jobs/" + id).body()).containsEntry("state", "deleted");
        assertError(node.get("/v1/jobs/" + id), 404, "NOT_FOUND");
        assertError(node.delete("/v1/jobs/" + id), 404, "NOT_FOUND");
        assertError(node.post("/v1/jobs/" + id + "/retry", ""), 404, "NOT_FOUND");
    }

    @Test // NODE-5
    void idempotencyKeyOfOneRequestIsRefusedForAnother() {
        String[] key = {"Idempotency-Key", "k"};
        Response created = node.post("/v1/jobs", "{\"name\":\"j\",\"command\":[\"rm\",\"a, b\"]}", key);
        assertThat(created.status()).isEqualTo(201);
        // The fields in another order and with their defaults are the same request.
        Response repeated = node.post("/v1/jobs", "{\"priority\":0,\"command\":[\"rm\",\"a, b\"],\"name\":\"j\"}", key);
        assertThat(repeated.status()).isEqualTo(201);
        assertThat(repeated.get("id")).isEqualTo(created.get("id"));
        for (String other : List.of(
                "{\"name\":\"j\",\"command\":[\"rm\",\"a\",\"b\"]}",
                "{\"name\":\"j\",\"command\":[\"rm, a\",\"b\"]}",
                "{\"name\":\"j\",\"command\":[\"rm\",\"a, b\"],\"priority\":1}")) {
            assertError(node.post("/v1/jobs", other, key), 400, "BAD_REQUEST");
        }
    }

    @Test // NODE-5
    void headerWithDifferentValuesIsRefused() {
        String job = "{\"name\":\"j\"}";
        String epoch = node.get("/role").header("Baton-Epoch");
        assertError(node.post("/v1/jobs", job, "Idempotency-Key", "k", "Idempotency-Key", "l"), 400, "BAD_REQUEST");
        assertError(node.post("/v1/jobs", job, "Baton-Epoch", epoch, "Baton-Epoch", "99"), 400, "BAD_REQUEST");
        assertThat(node.post("/v1/jobs", job, "Idempotency-Key", "k", "Idempotency-Key", "k", "Baton-Epoch", epoch)
                        .status())
                .isEqualTo(201);
    }

    @Test // NODE-4
    void incompleteEscapeInTheQueryIsRefused() throws Exception {
        assertThat(statusOf("/v1/jobs?label=%6e")).isEqualTo(200);
        for (String path :
                List.of("/v1/jobs?%zz", "/v1/jobs?label=%zz", "/v1/jobs?label=a%2", "/v1/agents?deleted=%")) {
            assertThat(statusOf(path)).as(path).isEqualTo(400);
        }
    }

    /** Sends the path as it is: the client of this JVM refuses it. */
    private int statusOf(String path) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), node.port())) {
            socket.setSoTimeout(30_000);
            String request = "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            String response = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return Integer.parseInt(response.split(" ", 3)[1]);
        }
    }

    @Test // NODE-4
    void unknownQueryValuesAreRefused() {
        for (String query : List.of(
                "newest=yes",
                "include=all",
                "include=payload,payloads",
                "x=1",
                "state=lost",
                "state=QUEUED",
                "state=queued&state=dead",
                "label=no%20label",
                "after=none",
                "limit=1.5",
                "limit=1001")) {
            assertError(node.get("/v1/jobs?" + query), 400, "BAD_REQUEST");
        }
        assertError(node.get("/v1/agents?deleted=1"), 400, "BAD_REQUEST");
        assertError(node.get("/v1/jobs/" + submitted() + "?include=output"), 400, "BAD_REQUEST");
        assertError(node.get("/v1/events?after=1"), 400, "BAD_REQUEST");
        assertError(node.post("/v1/jobs?priority=1", "{\"name\":\"j\"}"), 400, "BAD_REQUEST");
        assertError(node.post("/v1/drain?grace_s=1", "{}"), 400, "BAD_REQUEST");
        assertThat(node.get("/healthz?at=1").status()).isEqualTo(200);
    }
}
