package dev.baton.lab.quorum;

import dev.baton.lab.LabProcess;
import dev.baton.lab.TrialDirectory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.zookeeper.Version;
import org.apache.zookeeper.server.quorum.QuorumPeerMain;

/**
 * Servers of ZooKeeper with default settings, queried for their mode with {@code srvr}: those that Debian installs, otherwise
 * those of the library that the lab has.
 */
public final class ZooKeeperServers extends ServerCluster {
    private static final Path JAR = Path.of("/usr/share/java/zookeeper.jar");
    private static final Path ENVIRONMENT = Path.of("/etc/zookeeper/conf/environment");

    public ZooKeeperServers(TrialDirectory directory, PeerMachines machines) {
        super(directory, "zookeeper", machines);
    }

    public static boolean isInstalled() {
        return Files.exists(JAR) && Files.exists(ENVIRONMENT);
    }

    @Override
    List<String> command(String id) throws IOException {
        Path data = Files.createDirectories(path(id));
        Files.writeString(data.resolve("myid"), number(id));
        StringBuilder text = new StringBuilder("tickTime=2000\ninitLimit=10\nsyncLimit=5\nadmin.enableServer=false\n")
                .append("dataDir=" + data + "\nclientPortAddress=" + address(id) + "\nclientPort=" + port(id, "client")
                        + "\n");
        for (String each : IDS) {
            String ports = port(each, "peer") + ":" + port(each, "election");
            text.append("server." + number(each) + "=" + address(each) + ":" + ports + "\n");
        }
        Path settings = Files.writeString(path(id + ".cfg"), text);
        if (!isInstalled()) {
            List<String> command = LabProcess.javaCommand(List.of("-Xmx256m"), QuorumPeerMain.class.getName());
            command.add(settings.toString());
            return command;
        }
        return List.of(
                "sh",
                "-c",
                ". \"$1\"; exec java -Xmx256m -cp \"$CLASSPATH\" org.apache.zookeeper.server.quorum.QuorumPeerMain \"$2\"",
                "sh",
                ENVIRONMENT.toString(),
                settings.toString());
    }

    @Override
    public String description() {
        return isInstalled() ? "ZooKeeper of Debian" : "ZooKeeper " + Version.getVersion();
    }

    private static String number(String id) {
        return Integer.toString(IDS.indexOf(id) + 1);
    }

    @Override
    public boolean leads(String id) {
        return mode(id).contains("Mode: leader");
    }

    @Override
    public boolean isReady(String id) {
        return mode(id).contains("Mode: ");
    }

    private String mode(String id) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address(id), port(id, "client")), 2_000);
            socket.setSoTimeout(2_000);
            socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        } catch (IOException unreachable) {
            return "";
        }
    }
}
