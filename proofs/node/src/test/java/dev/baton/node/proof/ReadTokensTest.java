package dev.baton.node.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node with a token for everything and another one for reads. */
class ReadTokensTest {
    @TempDir
    Path directory;

    private static int status(NodeProcess node, String method, String path, String token) {
        String body = method.equals("POST") ? "{\"name\":\"j\"}" : "";
        return Cluster.send(method, node.url() + path, body, "Authorization", "Bearer " + token)
                .status();
    }

    @Test // NODE-5
    void readTokenPermitsReadsOnlyAndCanBeReplacedWithoutARestart() throws IOException {
        Path tokens = Files.writeString(directory.resolve("token"), "full-s3cret\n");
        Path readTokens = Files.writeString(directory.resolve("read-token"), "read-s3cret\n");
        try (Cluster cluster = new Cluster(directory)) {
            NodeProcess node = cluster.start(
                    "a",
                    "--data-dir",
                    directory.resolve("data").toString(),
                    "--token-file",
                    tokens.toString(),
                    "--read-token-file",
                    readTokens.toString());
            cluster.awaitLeader();
            for (String read : List.of("/v1/jobs", "/v1/agents", "/metrics")) {
                assertThat(cluster.get("a", read).status()).as(read).isEqualTo(401);
            }
            for (String probe : List.of("/healthz", "/readyz", "/leader", "/role")) {
                assertThat(cluster.get("a", probe).status()).as(probe).isEqualTo(200);
            }
            assertThat(status(node, "GET", "/v1/jobs", "read-s3cret")).isEqualTo(200);
            assertThat(status(node, "POST", "/v1/jobs", "read-s3cret")).isEqualTo(403);
            assertThat(status(node, "GET", "/v1/jobs", "full-s3cret")).isEqualTo(200);
            assertThat(status(node, "POST", "/v1/jobs", "full-s3cret")).isEqualTo(201);
            Files.writeString(readTokens, "another-read-s3cret\n");
            cluster.await("the old token is refused", () -> status(node, "GET", "/v1/jobs", "read-s3cret") == 401);
            assertThat(status(node, "GET", "/v1/jobs", "another-read-s3cret")).isEqualTo(200);
        }
    }
}
