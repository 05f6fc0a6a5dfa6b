package dev.baton.node.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.http.BearerToken;
import dev.baton.node.http.TestNode.Response;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests to which several errors apply, in the order in which the documentation lists them. */
class ErrorOrderTest {
    private static final String MALFORMED = "{";
    private static final String STALE = "{\"leader_epoch\":99}";
    private static final String CANCEL_UNKNOWN = "/v1/jobs/none/cancel";

    @TempDir
    Path directory;

    private TestNode node;

    @BeforeEach
    void start() throws Exception {
        Path file = directory.resolve("token");
        Files.writeString(file, "s3cret");
        node = new TestNode("a", "sqlite:" + directory.resolve("node.db"), Optional.of(BearerToken.in(file)));
    }

    @AfterEach
    void close() {
        node.close();
    }

    private Response authorized(String path, String body, String... more) {
        String[] headers = new String[more.length + 2];
        headers[0] = "Authorization";
        headers[1] = "Bearer s3cret";
        System.arraycopy(more, 0, headers, 2, more.length);
        return node.post(path, body, headers);
    }

    private static void assertError(Response response, String error) {
        assertThat(response.text("error")).isEqualTo(error);
    }

    @Test // NODE-5, NODE-6, NODE-7
    void firstApplicableErrorIsReported() {
        String large = "x".repeat((2 << 20) + 1);
        assertError(node.post("/v1/jobs", large), "UNAUTHORIZED");
        assertError(node.post("/v1/jobs", MALFORMED), "UNAUTHORIZED");
        assertError(authorized("/v1/jobs", large), "TOO_LARGE");
        assertError(authorized("/v1/jobs", MALFORMED), "NOT_LEADER");
        assertError(authorized(CANCEL_UNKNOWN, STALE), "NOT_LEADER");
        assertError(authorized("/v1/drain", MALFORMED), "BAD_REQUEST");
        assertError(authorized("/v1/drain", STALE), "NOT_LEADER");
        node.lead();
        assertError(authorized("/v1/jobs", MALFORMED, "Baton-Epoch", "99"), "BAD_REQUEST");
        assertError(authorized("/v1/jobs", "{}", "Baton-Epoch", "99"), "BAD_REQUEST");
        assertError(authorized(CANCEL_UNKNOWN, STALE), "STALE_EPOCH");
        assertError(authorized(CANCEL_UNKNOWN, "{}"), "NOT_FOUND");
        assertError(authorized("/v1/leases/none/renew", "{\"job_epoch\":99}"), "NOT_FOUND");
    }

    @Test // NODE-5, NODE-7
    void keyThatWasUsedForAnotherRequestIsReportedLast() {
        node.lead();
        String[] key = {"Idempotency-Key", "k"};
        assertThat(authorized("/v1/jobs", "{\"name\":\"j\"}", key).status()).isEqualTo(201);
        assertError(authorized("/v1/jobs", "{\"name\":\"x\",\"leader_epoch\":99}", key), "STALE_EPOCH");
        assertError(authorized("/v1/jobs", "{\"name\":\"x\"}", key), "BAD_REQUEST");
        node.controller.close();
        assertError(authorized("/v1/jobs", "{\"name\":\"x\"}", key), "NOT_LEADER");
    }
}
