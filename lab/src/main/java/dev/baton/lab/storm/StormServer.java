package dev.baton.lab.storm;

import dev.baton.lab.kubernetes.LabKubeServer;
import dev.baton.lab.lease.LabDatabase;
import dev.baton.testkit.etcd.EtcdTestCluster;
import dev.baton.testkit.zookeeper.ZkTestEnsemble;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/**
 * A server that exists only for one trial.
 *
 * @param name what it is, for the output
 * @param url the store on it
 */
record StormServer(String name, String url, Closeable closing) implements AutoCloseable {

    /** Starts the server for the start of a URL that names no host, such as {@code etcd:}; none for other URLs. */
    static Optional<StormServer> startedFor(String url) {
        return switch (url) {
            case "lease:mariadb:" -> Optional.of(mariadb());
            case "etcd:" -> Optional.of(etcd());
            case "zookeeper:" -> Optional.of(zookeeper());
            case "kubernetes:" -> Optional.of(kubernetes());
            default -> Optional.empty();
        };
    }

    private static StormServer mariadb() {
        LabDatabase database = LabDatabase.mariadb();
        return new StormServer("a MariaDB server", "lease:" + database.storeUrl(), database::close);
    }

    private static StormServer etcd() {
        EtcdTestCluster cluster = EtcdTestCluster.start(1);
        return new StormServer("one member of etcd", "etcd://" + cluster.addresses() + "/lab", cluster::close);
    }

    private static StormServer zookeeper() {
        ZkTestEnsemble ensemble = ZkTestEnsemble.start(1);
        return new StormServer("one ZooKeeper server", "zookeeper://" + ensemble.addresses() + "/lab", ensemble::close);
    }

    private static StormServer kubernetes() {
        LabKubeServer server = LabKubeServer.start();
        return new StormServer(server.description(), server.url(), server::close);
    }

    @Override
    public void close() throws IOException {
        closing.close();
    }
}
