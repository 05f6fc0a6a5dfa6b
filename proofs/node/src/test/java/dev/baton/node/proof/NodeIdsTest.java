package dev.baton.node.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.FreePort;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes with one id, as processes whose elections and jobs are in PostgreSQL. */
class NodeIdsTest {
    /** Processes of two such namespaces have the same host name and the same pids, as containers can. */
    private static final List<String> OWN_PIDS =
            List.of("unshare", "--pid", "--fork", "--kill-child=KILL", "--mount-proc", "--");

    @TempDir
    Path directory;

    private final ProofPostgres postgres = new ProofPostgres();
    private final List<NodeProcess> started = new ArrayList<>();

    @AfterEach
    void close() {
        started.forEach(NodeProcess::close);
        postgres.close();
    }

    private NodeProcess start(List<String> launcher) {
        String url = ProofPostgres.url(postgres.port());
        NodeProcess node = NodeProcess.startBy(
                launcher,
                directory,
                "a",
                FreePort.next(),
                "--on",
                url + "?patience=3s",
                "--store",
                url,
                "--drain",
                "1");
        started.add(node);
        return node;
    }

    private static void awaitLeader(NodeProcess node) {
        Awaitility.await("the node leads: " + node.url())
                .atMost(Duration.ofSeconds(45))
                .until(() -> Cluster.send("GET", node.url() + "/leader", "").isOk());
    }

    @Test // NODE-2
    void idOfALiveNodeIsRefusedAndThatOfAKilledOneIsFree() {
        NodeProcess first = start(List.of());
        awaitLeader(first);
        NodeProcess second = start(List.of());
        assertThat(second.exitCode()).as(second.log()).isEqualTo(2);
        assertThat(second.log()).contains("node id a is already in use by process " + first.pid() + " on ");
        first.kill();
        awaitLeader(start(List.of()));
    }

    @Test // NODE-2
    void processWithTheSameHostNameAndPidInAnotherNamespaceIsAnotherNode() {
        NodeProcess first = start(OWN_PIDS);
        awaitLeader(first);
        NodeProcess second = start(OWN_PIDS);
        assertThat(second.exitCode()).as(second.log()).isEqualTo(2);
        assertThat(second.log())
                .contains("node id a is already in use by process 1 on ")
                .contains(first.url());
        NodeProcess third = start(OWN_PIDS);
        first.kill();
        awaitLeader(third);
    }
}
