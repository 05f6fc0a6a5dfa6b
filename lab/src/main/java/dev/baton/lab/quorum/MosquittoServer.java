package dev.baton.lab.quorum;

import dev.baton.lab.LabProcess;
import dev.baton.lab.TrialDirectory;
import dev.baton.testkit.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A Mosquitto broker on the loopback interface, as Debian configures it. */
public final class MosquittoServer implements AutoCloseable {
    private static final Path PROGRAM = Path.of("/usr/sbin/mosquitto");

    private final int port = FreePort.next();
    private final Path settings;
    private final Path log;
    private LabProcess process;

    public MosquittoServer(TrialDirectory directory) throws IOException {
        log = directory.path("mosquitto.log");
        settings = Files.writeString(
                directory.path("mosquitto.conf"),
                "user root\nlistener " + port + " 127.0.0.1\nallow_anonymous true\npersistence false\n");
        process = launch();
    }

    private LabProcess launch() throws IOException {
        return LabProcess.start(List.of(PROGRAM.toString(), "-c", settings.toString()), log);
    }

    /** Starts the broker again after {@link #signal} or {@link #kill} ended it. */
    public void start() throws IOException {
        process.awaitEnd();
        process = launch();
    }

    public void kill() {
        process.kill();
    }

    public void signal(String name) throws IOException {
        process.signal(name);
    }

    public static boolean isInstalled() {
        return Files.isExecutable(PROGRAM);
    }

    public int port() {
        return port;
    }

    @Override
    public void close() {
        process.kill();
        process.close();
    }
}
