package dev.baton.lab.quorum;

import dev.baton.lab.TrialDirectory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Servers of ZooKeeper as Debian installs it, with its usual settings, asked for their mode by {@code srvr}. */
final class ZooKeeperServers implements ServerCluster.Kind {
    private static final Path JAR = Path.of("/usr/share/java/zookeeper.jar");
    private static final Path ENVIRONMENT = Path.of("/etc/zookeeper/conf/environment");

    private final TrialDirectory scene;
    private final List<Integer> clients;
    private final List<Integer> peers;
    private final List<Integer> elections;

    ZooKeeperServers(TrialDirectory scene) throws IOException {
        this.scene = scene;
        int size = PeerCluster.IDS.size();
        List<Integer> ports = QuorumTrialDirectory.freePorts(3 * size);
        this.clients = ports.subList(0, size);
        this.peers = ports.subList(size, 2 * size);
        this.elections = ports.subList(2 * size, 3 * size);
    }

    static boolean isInstalled() {
        return Files.exists(JAR) && Files.exists(ENVIRONMENT);
    }

    @Override
    public List<String> command(String id) throws IOException {
        Path data = scene.path("zookeeper-" + id);
        Files.createDirectories(data);
        int place = PeerCluster.IDS.indexOf(id);
        Files.writeString(data.resolve("myid"), Integer.toString(place + 1));
        StringBuilder text = new StringBuilder("tickTime=2000\ninitLimit=10\nsyncLimit=5\nadmin.enableServer=false\n")
                .append("dataDir=" + data + "\nclientPortAddress=127.0.0.1\nclientPort=" + clients.get(place) + "\n");
        for (int i = 0; i < PeerCluster.IDS.size(); i++) {
            text.append("server." + (i + 1) + "=127.0.0.1:" + peers.get(i) + ":" + elections.get(i) + "\n");
        }
        Path settings = Files.writeString(scene.path("zookeeper-" + id + ".cfg"), text);
        return List.of(
                "sh",
                "-c",
                ". \"$1\"; exec java -Xmx256m -cp \"$CLASSPATH\" org.apache.zookeeper.server.quorum.QuorumPeerMain \"$2\"",
                "sh",
                ENVIRONMENT.toString(),
                settings.toString());
    }

    @Override
    public boolean leads(String id) {
        return mode(id).contains("Mode: leader");
    }

    @Override
    public boolean isEnabled(String id) {
        return mode(id).contains("Mode: ");
    }

    private String mode(String id) {
        try (Socket socket = new Socket()) {
            int port = clients.get(PeerCluster.IDS.indexOf(id));
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 2_000);
            socket.setSoTimeout(2_000);
            socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        } catch (IOException notThere) {
            return "";
        }
    }
}
