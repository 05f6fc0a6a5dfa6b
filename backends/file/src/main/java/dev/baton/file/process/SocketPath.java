package dev.baton.file.process;

import dev.baton.file.disk.DirectoryLayout;
import dev.baton.file.posix.StoreFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * The path of the socket of this process: beside its liveness file or, if that path is too long for a socket, in a
 * private temporary directory.
 */
public record SocketPath(Path path, boolean inPrivateDirectory) {
    /** The kernel's limit is 108 bytes on Linux and 104 on macOS. */
    private static final int MAX_PATH_BYTES = 100;

    private static final String DIRECTORY_PREFIX = "baton";
    private static final String FILE_NAME = "s";

    /** Chooses the path and creates its directory. */
    public static SocketPath create(DirectoryLayout layout, String process) throws IOException {
        Path preferred = layout.socket(process);
        if (preferred.toString().getBytes(StandardCharsets.UTF_8).length > MAX_PATH_BYTES) {
            return new SocketPath(Files.createTempDirectory(DIRECTORY_PREFIX).resolve(FILE_NAME), true);
        }
        StoreFiles.createDirectories(layout.live());
        return new SocketPath(preferred, false);
    }

    /** Removes the socket of a dead process with its private directory. Removes nothing that does not look like one. */
    static void removeOfDeadProcess(Path socket) {
        Path directory = socket.getParent();
        try {
            if (directory != null
                    && socket.endsWith(FILE_NAME)
                    && String.valueOf(directory.getFileName()).startsWith(DIRECTORY_PREFIX)
                    && Files.readAttributes(socket, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                            .isOther()) {
                Files.delete(socket);
                Files.delete(directory);
            }
        } catch (IOException goneOrNotOurs) {
            PeerProcesses.LOG.debug("could not remove {}", socket, goneOrNotOurs);
        }
    }

    /** Removes the socket and its private directory. */
    public void remove() {
        try {
            Files.deleteIfExists(path);
            if (inPrivateDirectory) {
                Files.deleteIfExists(StoreFiles.parentOf(path));
            }
        } catch (IOException failed) {
            path.toFile().deleteOnExit();
        }
    }
}
