package dev.baton.cli;

import dev.baton.testkit.etcd.EtcdTestCluster;
import dev.baton.testkit.kubernetes.SimulatedKubeServer;
import dev.baton.testkit.zookeeper.ZkTestEnsemble;

/** The engines that tests of the command start. */
enum TestEngine {
    ETCD {
        @Override
        Server start() {
            EtcdTestCluster cluster = EtcdTestCluster.start(1);
            return new Server("etcd://" + cluster.addresses() + "/elections?ttl=5s", cluster::close);
        }
    },
    ZOOKEEPER {
        @Override
        Server start() {
            ZkTestEnsemble ensemble = ZkTestEnsemble.start(1);
            return new Server("zookeeper://" + ensemble.addresses() + "/elections?session=8s", ensemble::close);
        }
    },
    KUBERNETES {
        @Override
        Server start() {
            SimulatedKubeServer server = new SimulatedKubeServer();
            return new Server(
                    "kubernetes:" + server.newNamespace() + "?ttl=6s&kubeconfig="
                            + server.kubeconfigFile(server.port()),
                    server::close);
        }
    };

    /** Starts a fresh server. */
    abstract Server start();

    /** A server with the URL of elections on it. */
    record Server(String url, Runnable closing) implements AutoCloseable {

        @Override
        public void close() {
            closing.run();
        }
    }
}
