package dev.baton.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.kubernetes.SimulatedKubeServer;
import dev.baton.testkit.zookeeper.ZkTestEnsemble;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of the migration guide run: old and new candidates contend for one leadership. */
class MigratingPageTest {
    @TempDir
    Path output;

    @Test // API-1
    void exampleForCuratorRuns() throws Exception {
        new PageExamples(output).run("CuratorExample", blockWith("memory:curator"));
    }

    @Test // API-1
    void curatorAndBatonLeadInTurnOnTheSameNodes() throws Exception {
        String servers = "zk-0:2181,zk-1:2181,zk-2:2181";
        try (ZkTestEnsemble ensemble = ZkTestEnsemble.start(1)) {
            String block = blockWith("new LeaderLatch(");
            assertThat(block).contains(servers);
            new PageExamples(output).run("LatchExample", block.replace(servers, ensemble.addresses()));
        }
    }

    @Test // API-1
    void electorOfTheClientAndBatonLeadInTurnOnTheSameLease() throws Exception {
        String url = "\"kubernetes:batch\"";
        try (SimulatedKubeServer server = new SimulatedKubeServer()) {
            String block = blockWith("new LeaseLock(");
            assertThat(block).contains(url, "Config.autoConfigure(null)");
            Path kubeconfig = server.kubeconfigFile(server.port());
            new PageExamples(output)
                    .run(
                            "LeaseExample",
                            block.replace(url, "\"kubernetes:batch?kubeconfig=" + kubeconfig + "\"")
                                    .replace(
                                            "Config.autoConfigure(null)",
                                            "Config.fromKubeconfig(new java.io.File(\"" + kubeconfig + "\"))"));
        }
    }

    private static String blockWith(String part) {
        List<String> blocks = PageExamples.in("docs/guide/migrating.md").stream()
                .filter(block -> block.contains(part))
                .toList();
        assertThat(blocks).as("blocks with " + part).hasSize(1);
        return blocks.get(0);
    }
}
