package dev.baton.node.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node whose database is on a full disk: a small file system that the test mounts. */
class FullDiskNodeTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    Path disk;

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    @Test // NODE-4
    void nodeIsNotReadyWhileNoJobCanBeStored() throws Exception {
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", disk.toString()) == 0,
                "this user may not mount a file system");
        try (TestNode node = new TestNode("a", "sqlite:" + disk.resolve("node.db"), Optional.empty())) {
            node.lead();
            String job = "{\"name\":\"j\",\"payload\":\"" + "x".repeat(20_000) + "\"}";
            assertThat(node.post("/v1/jobs", job).status()).isEqualTo(201);
            run("sh", "-c", "cat /dev/zero > " + disk.resolve("filler"));
            Awaitility.await()
                    .atMost(LONG)
                    .until(() -> node.post("/v1/jobs", job).status() == 503);
            // A node that checks with less than a job needs would be ready again at its next check.
            Awaitility.await()
                    .during(Duration.ofSeconds(1))
                    .atMost(LONG)
                    .until(() -> node.get("/readyz").status() == 503);
            assertThat(node.get("/healthz").status()).isEqualTo(200);
            Files.delete(disk.resolve("filler"));
            Awaitility.await().atMost(LONG).until(() -> node.get("/readyz").status() == 200);
            assertThat(node.post("/v1/jobs", job).status()).isEqualTo(201);
        } finally {
            run("umount", "-l", disk.toString());
        }
    }
}
