package dev.baton.postgres;

import dev.baton.testkit.FreePort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;

/** A PgBouncer process in transaction mode, in front of a server. */
record PgBouncer(Process process, int port) implements AutoCloseable {
    static final String PROGRAM = "/usr/sbin/pgbouncer";

    static PgBouncer start(Path folder, int server) throws IOException {
        int port = FreePort.next();
        Path settings = folder.resolve("pgbouncer.ini");
        Files.writeString(settings, """
                [databases]
                * = host=127.0.0.1 port=%d
                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = %d
                unix_socket_dir =
                auth_type = any
                pool_mode = transaction
                default_pool_size = 4
                ignore_startup_parameters = extra_float_digits
                """.formatted(server, port)
                .replace("* = host=127.0.0.1", "* = host=127.0.0.1 user=postgres"));
        // PgBouncer refuses to run as root.
        return new PgBouncer(
                new ProcessBuilder("unshare", "-U", PROGRAM, "-q", settings.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("pgbouncer.log").toFile())
                        .start(),
                port);
    }

    boolean acceptsConnections() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 100);
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
