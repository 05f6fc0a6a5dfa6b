package dev.baton.lab;

import static dev.baton.lab.BenchmarkSmoke.figures;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.lab.engine.EnginePeersBenchmark;
import dev.baton.lab.etcd.EtcdKillBenchmark;
import dev.baton.lab.etcd.EtcdReleaseBenchmark;
import dev.baton.lab.kubernetes.KubeKillBenchmark;
import dev.baton.lab.kubernetes.KubeReleaseBenchmark;
import dev.baton.lab.zookeeper.ZkKillBenchmark;
import dev.baton.lab.zookeeper.ZkReleaseBenchmark;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs the benchmarks on etcd, ZooKeeper and Kubernetes briefly and checks only the number of figures. */
@Tag("proof")
class EngineSmokeTest {
    @Test
    void etcdRelease() throws Exception {
        assertThat(figures(new EtcdReleaseBenchmark(), 2)).hasSize(2);
    }

    @Test
    void etcdKill() throws Exception {
        assertThat(figures(new EtcdKillBenchmark(), 1)).hasSize(2);
    }

    @Test
    void zooKeeperRelease() throws Exception {
        assertThat(figures(new ZkReleaseBenchmark(), 2)).hasSize(2);
    }

    @Test
    void zooKeeperKill() throws Exception {
        assertThat(figures(new ZkKillBenchmark(), 1)).hasSize(1);
    }

    @Test
    void kubernetesRelease() throws Exception {
        assertThat(figures(new KubeReleaseBenchmark(), 2)).hasSize(2);
    }

    @Test
    void kubernetesKill() throws Exception {
        assertThat(figures(new KubeKillBenchmark(), 1)).hasSize(1);
    }

    @Test
    void idleRequests() throws Exception {
        assertThat(figures(new EngineIdleBenchmark(100, 1_000), 5)).hasSize(9);
    }

    @Test
    void peers() throws Exception {
        assertThat(figures(new EnginePeersBenchmark(2, 1, 1), 1)).hasSize(12);
    }
}
