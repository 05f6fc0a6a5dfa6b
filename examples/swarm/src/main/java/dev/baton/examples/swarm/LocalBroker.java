package dev.baton.examples.swarm;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A Mosquitto broker on the loopback interface. */
final class LocalBroker implements AutoCloseable {
    private static final Path SYSTEM_PROGRAM = Path.of("/usr/sbin/mosquitto");
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final int port;
    private final Process process;

    LocalBroker(Path folder) throws IOException, InterruptedException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Path settings = Files.writeString(
                folder.resolve("mosquitto.conf"),
                "user root\nlistener " + port + " 127.0.0.1\nallow_anonymous true\nset_tcp_nodelay true\n");
        String program = Files.isExecutable(SYSTEM_PROGRAM) ? SYSTEM_PROGRAM.toString() : "mosquitto";
        try {
            process = new ProcessBuilder(program, "-c", settings.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("mosquitto.log").toFile())
                    .start();
        } catch (IOException missing) {
            throw new IOException("cannot start mosquitto; install it (Debian: apt-get install mosquitto)", missing);
        }
        awaitListening();
    }

    private void awaitListening() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (!isListening()) {
            if (!process.isAlive() || System.nanoTime() - deadline > 0) {
                process.destroyForcibly();
                throw new IOException("mosquitto does not listen on port " + port);
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    private boolean isListening() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }

    int port() {
        return port;
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }
}
