package dev.baton.file.process;

import dev.baton.file.disk.DirectoryLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The socket on which other processes connect to this one, if sockets work. Thread-safe. */
final class WakeupSocket {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final long RETRY_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final Path directory;
    private final SocketPath path;
    private final LongSupplier nanos;
    private boolean listening;
    private boolean warned;
    private long triedAt;

    WakeupSocket(DirectoryLayout layout, String process, LongSupplier nanos) {
        this.directory = layout.live();
        this.path = new SocketPath(layout, process);
        this.nanos = nanos;
    }

    /** Listens at a new path and returns it; empty if sockets do not work and processes must poll. */
    synchronized String open(ProcessMesh mesh) {
        triedAt = nanos.getAsLong();
        listening = false;
        try {
            Path created = path.create();
            mesh.listen(created);
            listening = true;
            return created.toString();
        } catch (IOException | RuntimeException noSockets) {
            path.remove();
            if (!warned) {
                warned = true;
                LOG.warn(
                        "could not create a unix-domain socket under {}: {}; changes are found by polling",
                        directory,
                        noSockets.getMessage());
            }
            return "";
        }
    }

    /** Returns whether the socket was deleted, or could not be created more than a minute ago. */
    synchronized boolean needsReopening() {
        return listening ? !path.exists() : nanos.getAsLong() - triedAt > RETRY_NANOS;
    }

    synchronized void close() {
        listening = false;
        path.remove();
    }
}
