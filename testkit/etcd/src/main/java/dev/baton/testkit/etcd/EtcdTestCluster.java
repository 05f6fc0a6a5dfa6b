package dev.baton.testkit.etcd;

import dev.baton.support.thread.NamedThreads;
import dev.baton.testkit.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A fresh etcd cluster on loopback ports. It ends with the JVM at the latest. */
public final class EtcdTestCluster implements AutoCloseable {
    private final Path folder;
    private final List<EtcdTestMember> members;

    private EtcdTestCluster(Path folder, List<EtcdTestMember> members) {
        this.folder = folder;
        this.members = members;
    }

    /**
     * Starts a cluster.
     *
     * @param size the number of members
     * @param options options of {@code etcd} beside the usual ones
     */
    public static EtcdTestCluster start(int size, String... options) {
        return start(size, "http", List.of(options));
    }

    /** Starts a cluster whose members serve clients with this scheme, {@code http} or {@code https}. */
    public static EtcdTestCluster start(int size, String scheme, List<String> options) {
        try {
            Path folder = Files.createTempDirectory("baton-etcd");
            List<Integer> peers = Stream.generate(FreePort::next).limit(size).toList();
            String cluster = Stream.iterate(0, i -> i < size, i -> i + 1)
                    .map(i -> "m" + i + "=http://127.0.0.1:" + peers.get(i))
                    .collect(Collectors.joining(","));
            List<EtcdTestMember> members = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                Path own = Files.createDirectory(folder.resolve("m" + i));
                int port = FreePort.next();
                List<String> command = new ArrayList<>(List.of(
                        "etcd",
                        "--name=m" + i,
                        "--listen-client-urls=" + scheme + "://127.0.0.1:" + port,
                        "--advertise-client-urls=" + scheme + "://127.0.0.1:" + port,
                        "--listen-peer-urls=http://127.0.0.1:" + peers.get(i),
                        "--initial-advertise-peer-urls=http://127.0.0.1:" + peers.get(i),
                        "--initial-cluster=" + cluster,
                        "--initial-cluster-token=" + folder.getFileName()));
                // A single member elects itself; only then can it do so quickly.
                command.addAll(size == 1 ? List.of("--heartbeat-interval=10", "--election-timeout=100") : List.of());
                command.addAll(options);
                members.add(new EtcdTestMember(own, port, command));
            }
            EtcdTestCluster started = new EtcdTestCluster(folder, members);
            Runtime.getRuntime().addShutdownHook(NamedThreads.daemon("etcd-stop", started::close));
            started.startAll();
            return started;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Starts all members, together: none of a cluster is ready without the others. */
    public void startAll() {
        members.forEach(EtcdTestMember::launch);
        members.forEach(EtcdTestMember::awaitReady);
    }

    /** Returns the members. */
    public List<EtcdTestMember> members() {
        return List.copyOf(members);
    }

    /** Returns the addresses of the members for clients: {@code HOST:PORT,…}. */
    public String addresses() {
        return members.stream().map(member -> "127.0.0.1:" + member.port()).collect(Collectors.joining(","));
    }

    /** Runs {@code etcdctl} and returns what it printed. */
    public String etcdctl(String... arguments) {
        return EtcdCommand.run(addresses(), List.of(arguments));
    }

    /** Saves a snapshot of the data, as a backup does. */
    public Path saveSnapshot() {
        Path file = folder.resolve("snapshot-" + System.nanoTime());
        EtcdCommand.run("127.0.0.1:" + members.get(0).port(), List.of("snapshot", "save", file.toString()));
        return file;
    }

    /** Stops all members, restores the snapshot as its guide says, and starts them again. */
    public void restore(Path snapshot) {
        members.forEach(EtcdTestMember::stop);
        members.forEach(member -> member.restore(snapshot));
        startAll();
    }

    /** Kills all members and deletes their data. */
    @Override
    public synchronized void close() {
        members.forEach(EtcdTestMember::kill);
        TestFolders.delete(folder);
    }
}
