package dev.baton.node.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.FaultProxy;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node that is started while its store does not answer, as after a restart of all machines. */
class StartDuringOutageTest {
    @TempDir
    Path directory;

    @Test // NODE-3
    void nodeLeadsAsSoonAsItsStoreAnswers() {
        try (ProofPostgres postgres = new ProofPostgres();
                FaultProxy proxy = FaultProxy.to("127.0.0.1", postgres.port());
                Cluster cluster = new Cluster(directory)) {
            proxy.refuse();
            String url = ProofPostgres.url(proxy.port());
            NodeProcess node = cluster.start("a", "--on", url, "--store", url);
            cluster.await("the node could not connect", () -> node.log().contains("connection attempt failed"));
            proxy.heal();
            assertThat(cluster.awaitLeader()).isEqualTo("a");
        }
    }
}
