package dev.baton.file.process;

import dev.baton.file.disk.DirectoryLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** The socket on which other processes connect to this one, if sockets work. Thread-safe. */
final class WakeupSocket {
    private static final long RETRY_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final DirectoryLayout layout;
    private final String process;
    private final LongSupplier nanos;
    private Optional<SocketPath> open = Optional.empty();
    private boolean warned;
    private long triedAt;

    WakeupSocket(DirectoryLayout layout, String process, LongSupplier nanos) {
        this.layout = layout;
        this.process = process;
        this.nanos = nanos;
    }

    /** Listens at a new path and returns it; empty if sockets do not work and processes must poll. */
    synchronized Optional<Path> open(ProcessMesh mesh) {
        triedAt = nanos.getAsLong();
        close();
        try {
            SocketPath created = SocketPath.create(layout, process);
            open = Optional.of(created);
            mesh.listen(created.path());
            return Optional.of(created.path());
        } catch (IOException | RuntimeException noSockets) {
            close();
            if (!warned) {
                warned = true;
                PeerProcesses.LOG.warn(
                        "could not create a unix-domain socket under {}: {}; changes are found by polling",
                        layout.live(),
                        noSockets.getMessage());
            }
            return Optional.empty();
        }
    }

    /** Returns whether the socket was deleted, or could not be created more than a minute ago. */
    synchronized boolean needsReopening() {
        return open.map(socket -> !Files.exists(socket.path()))
                .orElseGet(() -> nanos.getAsLong() - triedAt > RETRY_NANOS);
    }

    synchronized void close() {
        open.ifPresent(SocketPath::remove);
        open = Optional.empty();
    }
}
