package dev.baton.lab.nemesis.store;

import dev.baton.lab.LabProcess;
import dev.baton.lab.TrialDirectory;
import dev.baton.testkit.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.client.FourLetterWordMain;

/** A ZooKeeper server in a JVM of its own. */
final class ZkTrialServer implements TrialServer {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int TICK_MILLIS = 500;
    private static final List<String> FLAGS = List.of(
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Dzookeeper.forceSync=no",
            "-Dzookeeper.jmx.log4j.disable=true",
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");

    private final int port;
    private final Path settings;
    private final Path log;
    private LabProcess process;

    private ZkTrialServer(int port, Path settings, Path log) throws IOException {
        this.port = port;
        this.settings = settings;
        this.log = log;
        this.process = launch();
    }

    /**
     * Starts a server, and does not wait for it.
     *
     * @param peers the lines of the configuration that name all servers; empty for a server that is alone
     */
    static ZkTrialServer launch(TrialDirectory directory, int id, List<String> peers) throws IOException {
        int port = FreePort.next();
        Path data = directory.create("data" + id);
        Files.writeString(data.resolve("myid"), Integer.toString(id));
        List<String> lines = new ArrayList<>(List.of(
                "tickTime=" + TICK_MILLIS,
                "initLimit=20",
                "syncLimit=4",
                "dataDir=" + data,
                "clientPort=" + port,
                "clientPortAddress=127.0.0.1",
                "maxSessionTimeout=60000",
                "admin.enableServer=false"));
        lines.addAll(peers);
        Path settings = Files.write(directory.path("zoo" + id + ".cfg"), lines);
        return new ZkTrialServer(port, settings, directory.path("server" + id + ".log"));
    }

    private LabProcess launch() throws IOException {
        List<String> command = LabProcess.javaCommand(FLAGS, "org.apache.zookeeper.server.quorum.QuorumPeerMain");
        command.add(settings.toString());
        return LabProcess.start(command, log);
    }

    /** Waits until the server serves clients: an ensemble needs a leader for that. */
    void awaitService() throws InterruptedException, IOException {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (!serves()) {
            if (System.nanoTime() - deadline > 0 || !process.isAlive()) {
                throw new IOException("the ZooKeeper server does not start: " + Files.readString(log));
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    private boolean serves() {
        try {
            return FourLetterWordMain.send4LetterWord("127.0.0.1", port, "srvr").contains("Mode: ");
        } catch (Exception notYet) {
            return false;
        }
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public void kill() {
        process.kill();
        process.awaitEnd();
    }

    @Override
    public void stop() throws IOException {
        process.signal("TERM");
    }

    @Override
    public void start() throws IOException, InterruptedException {
        process.awaitEnd();
        process = launch();
        awaitService();
    }

    @Override
    public void signal(String name) throws IOException {
        process.signal(name);
    }

    @Override
    public void close() {
        kill();
        process.close();
    }
}
