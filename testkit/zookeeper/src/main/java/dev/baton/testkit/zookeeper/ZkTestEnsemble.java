package dev.baton.testkit.zookeeper;

import dev.baton.testkit.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.QuorumConfigBuilder;
import org.apache.curator.test.TestingZooKeeperServer;
import org.apache.zookeeper.client.FourLetterWordMain;
import org.awaitility.Awaitility;

/** Fresh ZooKeeper servers in this JVM, on loopback ports. */
public final class ZkTestEnsemble implements AutoCloseable {
    private static final int TICK_MILLIS = 500;
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final List<TestingZooKeeperServer> servers;

    private ZkTestEnsemble(List<TestingZooKeeperServer> servers) {
        this.servers = servers;
    }

    /**
     * Starts an ensemble, and waits until every server serves clients.
     *
     * @param size the number of servers
     */
    public static ZkTestEnsemble start(int size) {
        List<InstanceSpec> specs = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            specs.add(new InstanceSpec(
                    null,
                    FreePort.next(),
                    FreePort.next(),
                    FreePort.next(),
                    true,
                    -1,
                    TICK_MILLIS,
                    -1,
                    Map.of(),
                    "127.0.0.1"));
        }
        QuorumConfigBuilder config = new QuorumConfigBuilder(specs);
        List<TestingZooKeeperServer> servers = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            servers.add(new TestingZooKeeperServer(config, i));
        }
        ZkTestEnsemble ensemble = new ZkTestEnsemble(servers);
        ensemble.forEach(TestingZooKeeperServer::start);
        ensemble.awaitService();
        return ensemble;
    }

    /** Returns the ports of the servers for clients. */
    public List<Integer> ports() {
        return servers.stream()
                .map(server -> server.getInstanceSpec().getPort())
                .toList();
    }

    /** Returns the addresses of the servers for clients: {@code HOST:PORT,…}. */
    public String addresses() {
        return ports().stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(","));
    }

    /** Restarts all servers, one after the other. */
    public void restart() {
        forEach(TestingZooKeeperServer::restart);
        awaitService();
    }

    /** Kills all servers at once and starts them again with their data. */
    public void crash() {
        forEach(TestingZooKeeperServer::kill);
        forEach(TestingZooKeeperServer::restart);
        awaitService();
    }

    /** Copies the data of the only server, as a backup of its folder does. */
    public Path copyData() {
        try {
            Path copy = Files.createTempDirectory("zookeeper-backup");
            copy(data(), copy);
            return copy;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Kills the only server, puts a copy into the place of its data, and starts it again. */
    public void restore(Path copy) {
        forEach(TestingZooKeeperServer::kill);
        try {
            try (Stream<Path> files = Files.walk(data())) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
            copy(copy, Files.createDirectories(data()));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        forEach(TestingZooKeeperServer::restart);
        awaitService();
    }

    private Path data() {
        return servers.get(0).getInstanceSpec().getDataDirectory().toPath();
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.skip(1).toList()) {
                Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    @Override
    public void close() {
        forEach(TestingZooKeeperServer::close);
    }

    /** A server accepts connections before the ensemble has elected its leader, and closes them again. */
    private void awaitService() {
        ports().forEach(port -> Awaitility.await("the server on port " + port + " serves clients")
                .atMost(LIMIT)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(10))
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(() -> FourLetterWordMain.send4LetterWord("127.0.0.1", port, "srvr")
                        .contains("Mode: ")));
    }

    private interface Step {
        void apply(TestingZooKeeperServer server) throws Exception;
    }

    private void forEach(Step step) {
        for (TestingZooKeeperServer server : servers) {
            try {
                step.apply(server);
            } catch (Exception failed) {
                throw new IllegalStateException("cannot change the ZooKeeper server", failed);
            }
        }
    }
}
