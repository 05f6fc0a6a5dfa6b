package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Leadership;
import dev.baton.testkit.etcd.EtcdTestCluster;
import dev.baton.testkit.kubernetes.SimulatedKubeServer;
import dev.baton.testkit.zookeeper.ZkTestEnsemble;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.ConfigurableApplicationContext;

/** Applications that set nothing but the URL of an engine. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class EngineApplicationTest {
    /** The simulated API server can be silent for a minute after a connection was lost. */
    private static final Duration SOON = Duration.ofMinutes(2);

    static class Reports {
        @LeaderOnly("nightly")
        public Optional<Long> epoch() {
            return Leaderships.current().map(Leadership::epoch);
        }
    }

    private static ConfigurableApplicationContext replica(String url, String id) {
        return TestApplication.start(List.of("baton.url=" + url, "baton.instance-id=" + id), Reports.class);
    }

    private static Optional<Long> epoch(ConfigurableApplicationContext replica) {
        return replica.getBean(Reports.class).epoch();
    }

    private static void oneReplicaRunsTheMethodAtATime(String url) {
        List<ConfigurableApplicationContext> replicas = new ArrayList<>();
        try {
            ConfigurableApplicationContext first = replica(url, "first");
            replicas.add(first);
            await().atMost(SOON).until(() -> epoch(first).isPresent());
            long before = epoch(first).orElseThrow();
            ConfigurableApplicationContext second = replica(url, "second");
            replicas.add(second);
            assertThat(epoch(second)).isEmpty();
            first.close();
            await().atMost(SOON).until(() -> epoch(second).isPresent());
            assertThat(epoch(second).orElseThrow()).isGreaterThan(before);
        } finally {
            replicas.forEach(ConfigurableApplicationContext::close);
        }
    }

    @Test // API-1
    void methodRunsInOneReplicaOnEtcd() {
        try (EtcdTestCluster cluster = EtcdTestCluster.start(1)) {
            oneReplicaRunsTheMethodAtATime("etcd://" + cluster.addresses() + "/elections");
        }
    }

    @Test // API-1
    void methodRunsInOneReplicaOnZooKeeper() {
        try (ZkTestEnsemble ensemble = ZkTestEnsemble.start(1)) {
            oneReplicaRunsTheMethodAtATime("zookeeper://" + ensemble.addresses() + "/elections");
        }
    }

    @Test // API-1
    void methodRunsInOneReplicaOnKubernetes() {
        try (SimulatedKubeServer server = new SimulatedKubeServer()) {
            oneReplicaRunsTheMethodAtATime(
                    "kubernetes:" + server.newNamespace() + "?kubeconfig=" + server.kubeconfigFile(server.port()));
        }
    }
}
