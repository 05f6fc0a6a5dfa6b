package dev.baton.quorum.mqtt;

import dev.baton.testkit.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Function;
import org.awaitility.Awaitility;

/** A Mosquitto broker on a free port of the loopback interface. */
final class Mosquitto implements AutoCloseable {
    private final Path directory;
    private final int port;
    private Process process;

    /** Starts a broker without access control. */
    Mosquitto() {
        this(unused -> "allow_anonymous true\n");
    }

    /** @param settings returns further lines of the configuration, given the directory for its files */
    Mosquitto(Function<Path, String> settings) {
        try {
            directory = Files.createTempDirectory("mosquitto");
            port = FreePort.next();
            Files.writeString(
                    directory.resolve("conf"),
                    "user root\nlistener " + port + " 127.0.0.1\npersistence false\nset_tcp_nodelay true\n"
                            + settings.apply(directory));
            process = startProcess();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private Process startProcess() throws IOException {
        Process broker = new ProcessBuilder(
                        "mosquitto", "-c", directory.resolve("conf").toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile())
                .start();
        Awaitility.await("the broker listens")
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(10))
                .until(this::isListening);
        return broker;
    }

    private boolean isListening() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }

    int port() {
        return port;
    }

    Path directory() {
        return directory;
    }

    void stop() {
        process.destroyForcibly().onExit().join();
    }

    void restart() {
        stop();
        try {
            process = startProcess();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void close() {
        stop();
    }
}
