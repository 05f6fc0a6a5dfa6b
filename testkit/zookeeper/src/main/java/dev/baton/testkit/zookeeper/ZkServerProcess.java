package dev.baton.testkit.zookeeper;

import dev.baton.testkit.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;

/**
 * One ZooKeeper server in a JVM of its own, for settings that are properties of a whole JVM: TLS and SASL. A client in the
 * JVM of the test does not see them.
 */
public final class ZkServerProcess implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final int port;
    private final Process process;

    private ZkServerProcess(int port, Process process) {
        this.port = port;
        this.process = process;
    }

    /**
     * Starts a server, and waits until it accepts connections.
     *
     * @param folder where its data, configuration and log are
     * @param portSetting {@code clientPort}, or {@code secureClientPort} for TLS
     * @param settings further lines of {@code zoo.cfg}
     * @param flags flags of the JVM
     */
    public static ZkServerProcess start(
            Path folder, String portSetting, Map<String, String> settings, List<String> flags) {
        try {
            int port = FreePort.next();
            List<String> lines = new ArrayList<>(List.of(
                    "tickTime=500",
                    "dataDir=" + folder.resolve("data"),
                    "admin.enableServer=false",
                    "serverCnxnFactory=org.apache.zookeeper.server.NettyServerCnxnFactory",
                    portSetting + "=" + port));
            settings.forEach((key, value) -> lines.add(key + "=" + value));
            Path file = Files.write(folder.resolve("zoo.cfg"), lines);
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx128m",
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1"));
            command.addAll(flags);
            command.addAll(List.of(
                    "-cp",
                    System.getProperty("java.class.path"),
                    "org.apache.zookeeper.server.quorum.QuorumPeerMain",
                    file.toString()));
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("server.log").toFile())
                    .start();
            ZkServerProcess server = new ZkServerProcess(port, process);
            Awaitility.await("the server accepts connections; see " + folder)
                    .atMost(LIMIT)
                    .until(server::accepts);
            return server;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private boolean accepts() {
        if (!process.isAlive()) {
            throw new IllegalStateException("the ZooKeeper server has ended");
        }
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }

    /** Returns its address for clients. */
    public String address() {
        return "127.0.0.1:" + port;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
