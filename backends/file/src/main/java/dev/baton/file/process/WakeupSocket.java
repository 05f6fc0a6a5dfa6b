package dev.baton.file.process;

import dev.baton.file.disk.DirectoryLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The socket at which the others can ring this process, where sockets work at all. Thread-safe. */
final class WakeupSocket {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    /** Where sockets do not work they seldom start to. */
    private static final long RETRY_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final Path directory;
    private final SocketPath socket;
    private final LongSupplier nanos;
    private boolean rings;
    private boolean warned;
    private long triedAt;

    WakeupSocket(DirectoryLayout layout, String process, LongSupplier nanos) {
        this.directory = layout.live();
        this.socket = new SocketPath(layout, process);
        this.nanos = nanos;
    }

    /** Listens at a fresh path and returns it; empty when sockets do not work, and polling has to do. */
    synchronized String mount(ProcessMesh mesh) {
        triedAt = nanos.getAsLong();
        rings = false;
        try {
            Path path = socket.fresh();
            mesh.listen(path);
            rings = true;
            return path.toString();
        } catch (IOException | RuntimeException noSockets) {
            socket.remove();
            if (!warned) {
                warned = true;
                LOG.warn(
                        "no unix-domain socket under {}: changes are found by polling: {}",
                        directory,
                        noSockets.getMessage());
            }
            return "";
        }
    }

    /** Whether it should be mounted again: somebody took it away, or it did not work a good while ago. */
    synchronized boolean needsMounting() {
        return rings ? !socket.isThere() : nanos.getAsLong() - triedAt > RETRY_NANOS;
    }

    synchronized void takeDown() {
        rings = false;
        socket.remove();
    }
}
