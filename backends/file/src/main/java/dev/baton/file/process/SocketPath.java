package dev.baton.file.process;

import dev.baton.file.disk.DirectoryLayout;
import dev.baton.file.posix.StoreFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The path of the socket of a process: beside its liveness file or, if that path is too long for a socket, in a private
 * directory of this user. It follows from the name of the process alone, never from what a file says.
 */
public record SocketPath(Path path) {
    /** The kernel's limit is 108 bytes on Linux and 104 on macOS. */
    private static final int MAX_PATH_BYTES = 100;

    /** Chooses the path and creates its directory, if it is missing. */
    public static SocketPath create(DirectoryLayout layout, String process) throws IOException {
        SocketPath chosen = choose(layout, process);
        StoreFiles.createDirectories(StoreFiles.parentOf(chosen.path));
        return chosen;
    }

    /** Returns the path of the socket of a process; empty if its directory is not safe to use. */
    static Optional<SocketPath> find(DirectoryLayout layout, String process) {
        try {
            SocketPath chosen = choose(layout, process);
            StoreFiles.requireOwnFolder(StoreFiles.parentOf(chosen.path));
            return Optional.of(chosen);
        } catch (IOException unsafe) {
            PeerProcesses.LOG.debug("could not use the socket of {}", process, unsafe);
            return Optional.empty();
        }
    }

    private static SocketPath choose(DirectoryLayout layout, String process) {
        Path preferred = layout.socket(process);
        return new SocketPath(
                preferred.toString().getBytes(StandardCharsets.UTF_8).length > MAX_PATH_BYTES
                        ? StoreFiles.privateTemporaryFolder().resolve(process + DirectoryLayout.SOCKET_SUFFIX)
                        : preferred);
    }

    /** Removes the socket. */
    public void remove() {
        try {
            Files.deleteIfExists(path);
        } catch (IOException failed) {
            path.toFile().deleteOnExit();
        }
    }
}
