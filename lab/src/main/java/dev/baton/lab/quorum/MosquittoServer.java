package dev.baton.lab.quorum;

import dev.baton.lab.LabProcess;
import dev.baton.lab.TrialDirectory;
import dev.baton.testkit.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A Mosquitto broker on the loopback interface, as Debian configures it. */
final class MosquittoServer implements AutoCloseable {
    private static final Path PROGRAM = Path.of("/usr/sbin/mosquitto");

    private final int port = FreePort.next();
    private final LabProcess process;

    MosquittoServer(TrialDirectory directory) throws IOException {
        Path settings = Files.writeString(
                directory.path("mosquitto.conf"),
                "user root\nlistener " + port + " 127.0.0.1\nallow_anonymous true\npersistence false\n");
        process = LabProcess.start(
                List.of(PROGRAM.toString(), "-c", settings.toString()), directory.path("mosquitto.log"));
    }

    static boolean isInstalled() {
        return Files.isExecutable(PROGRAM);
    }

    int port() {
        return port;
    }

    @Override
    public void close() {
        process.kill();
        process.close();
    }
}
