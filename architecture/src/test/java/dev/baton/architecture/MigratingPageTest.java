package dev.baton.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.kubernetes.SimulatedKubeServer;
import dev.baton.testkit.postgres.PostgresTestServer;
import dev.baton.testkit.postgres.TestServers;
import dev.baton.testkit.zookeeper.ZkTestEnsemble;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The examples of the migration guide run: old and new candidates contend for one leadership. */
@Timeout(value = 240, unit = TimeUnit.SECONDS)
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
    void exampleForSpringIntegrationReceivesItsEvents() throws Exception {
        new PageExamples(output).run("SpringIntegrationExample", blockWith("new BatonLeaderInitiator("));
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

    @Test // FENCE-1
    void lockProviderOfShedLockRefusesACallThatComesTooEarly() throws Exception {
        String block = blockWith("executor.executeWithLock(");
        assertThat(block).contains("sqlite:locks.db");
        new PageExamples(output)
                .run("ShedLockExample", block.replace("sqlite:locks.db", "sqlite:" + output.resolve("locks.db")));
    }

    @Test // FENCE-1
    void providerOfBothLocksIsRefusedByTheOldAndByTheNewVersion() throws Exception {
        String block = blockWith("new JdbcTemplateLockProvider(");
        String address = "postgres://db.internal/app";
        String jdbc = "jdbc:postgresql://db.internal/app";
        assertThat(block).contains('"' + address + '"', '"' + jdbc + '"');
        PostgresTestServer server = TestServers.newest();
        String database = server.newDatabase();
        server.run(
                database,
                "CREATE TABLE shedlock (name VARCHAR(64) PRIMARY KEY, lock_until TIMESTAMP NOT NULL,"
                        + " locked_at TIMESTAMP NOT NULL, locked_by VARCHAR(255) NOT NULL)");
        String toServer = "jdbc:postgresql://localhost:" + server.port() + "/" + database + "?user=postgres";
        new PageExamples(output)
                .run(
                        "BothLocksExample",
                        block.replace(jdbc, toServer).replace(address, server.url("postgres", database)));
    }

    private static String blockWith(String part) {
        List<String> blocks = PageExamples.in("docs/guide/migrating.md").stream()
                .filter(block -> block.contains(part))
                .toList();
        assertThat(blocks).as("blocks with " + part).hasSize(1);
        return blocks.get(0);
    }
}
