package dev.baton.node.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.etcd.EtcdTestCluster;
import dev.baton.testkit.kubernetes.RealKubeServer;
import dev.baton.testkit.zookeeper.ZkTestEnsemble;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes whose leader is elected on an engine. */
class EngineNodesTest {
    private static final String JOB = "{\"name\":\"work\"}";

    @TempDir
    Path directory;

    @Test // NODE-3, NODE-7
    void standbyTakesOverFromAKilledAndAFrozenLeaderOnEtcd() {
        try (EtcdTestCluster etcd = EtcdTestCluster.start(1)) {
            takeOver("etcd://" + etcd.addresses() + "/nodes?ttl=4s");
        }
    }

    @Test // NODE-3, NODE-7
    void standbyTakesOverFromAKilledAndAFrozenLeaderOnZooKeeper() {
        try (ZkTestEnsemble ensemble = ZkTestEnsemble.start(1)) {
            takeOver("zookeeper://" + ensemble.addresses() + "/nodes");
        }
    }

    /** The simulated API server can be silent for a minute after a connection was lost, here that of the killed node. */
    @Test // NODE-3, NODE-7
    @Tag("kube-apiserver")
    void standbyTakesOverFromAKilledAndAFrozenLeaderOnKubernetes() {
        RealKubeServer server = RealKubeServer.shared();
        takeOver("kubernetes:" + server.newNamespace() + "?ttl=9s&kubeconfig=" + server.kubeconfigFile(server.port()));
    }

    private void takeOver(String election) {
        try (Cluster cluster = new Cluster(directory)) {
            String[] options = {"--on", election, "--store", "sqlite:" + directory.resolve("jobs.db"), "--drain", "1"};
            cluster.start("a", options);
            cluster.start("b", options);
            String first = cluster.awaitLeader();
            String second = cluster.other(first);
            cluster.submit("before", JOB);
            long term = cluster.get(first, "/role").number("leader_epoch");
            cluster.node(first).kill();
            long next = awaitWritable(cluster, second);
            assertThat(next).isGreaterThan(term);
            cluster.start(first);
            cluster.await(
                    "the killed node is a standby", () -> cluster.role(first).equals("STANDBY"));
            cluster.node(second).freeze();
            try {
                assertThat(awaitWritable(cluster, first)).isGreaterThan(next);
            } finally {
                cluster.node(second).signalAll("CONT");
            }
            cluster.await(
                    "the frozen node is a standby", () -> cluster.role(second).equals("STANDBY"));
            assertThat(cluster.post(second, "/v1/jobs", JOB).text("error")).isEqualTo("NOT_LEADER");
        }
    }

    /** Waits until a node accepts a write, and returns the epoch of that write. */
    private static long awaitWritable(Cluster cluster, String id) {
        long[] epoch = {0};
        cluster.await("a write on " + id, () -> {
            Cluster.Response response = cluster.post(id, "/v1/jobs", JOB);
            epoch[0] = response.epoch();
            return response.status() == 201;
        });
        return epoch[0];
    }
}
