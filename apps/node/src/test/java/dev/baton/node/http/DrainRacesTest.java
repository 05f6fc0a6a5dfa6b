package dev.baton.node.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests to drain a node and to cancel that, from several clients at the same time. */
class DrainRacesTest {
    private static final int ROUNDS = 100;
    private static final int CLIENTS = 8;

    @TempDir
    Path directory;

    @Test // NODE-9
    void nodeAndSupervisorSeeDrainsAndCancellationsInTheSameOrder() {
        try (TestNode node = new TestNode("a", "sqlite:" + directory.resolve("node.db"), Optional.empty())) {
            node.lead();
            for (int round = 0; round < ROUNDS; round++) {
                List<CompletableFuture<Integer>> requests = new ArrayList<>();
                for (int client = 0; client < CLIENTS; client++) {
                    boolean drains = client % 2 == 0;
                    requests.add(CompletableFuture.supplyAsync(
                            () -> (drains ? node.post("/v1/drain", "{}") : node.delete("/v1/drain")).status()));
                }
                assertThat(requests).allMatch(request -> request.join() == 202);
                String expected = node.drains.isDraining() ? "DRAINING" : "LEADER";
                assertThat(node.get("/role").get("role")).as("round " + round).isEqualTo(expected);
            }
        }
    }
}
