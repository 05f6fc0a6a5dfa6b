package dev.baton.file.process;

import dev.baton.file.disk.DirectoryLayout;
import dev.baton.file.posix.OwnerOnlyFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The path of the socket of this process: beside its liveness file or, if that path is too long for a socket, in a
 * private temporary directory. Thread-safe.
 */
public final class SocketPath {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    /** The kernel's limit is 108 bytes on Linux and 104 on macOS. */
    private static final int MAX_PATH_BYTES = 100;

    private static final String DIRECTORY_PREFIX = "baton";
    private static final String FILE_NAME = "s";

    private final Path preferred;
    private @Nullable Path used;

    public SocketPath(DirectoryLayout layout, String process) {
        this.preferred = layout.socket(process);
    }

    /** Removes an earlier socket and returns a path at which none exists. */
    public synchronized Path create() throws IOException {
        remove();
        Path path = preferred;
        if (preferred.toString().getBytes(StandardCharsets.UTF_8).length > MAX_PATH_BYTES) {
            path = Files.createTempDirectory(DIRECTORY_PREFIX).resolve(FILE_NAME);
        } else {
            OwnerOnlyFiles.createDirectories(OwnerOnlyFiles.parentOf(preferred));
        }
        used = path;
        return path;
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
            LOG.debug("could not remove {}", socket, goneOrNotOurs);
        }
    }

    synchronized boolean exists() {
        Path path = used;
        return path == null || Files.exists(path);
    }

    public synchronized void remove() {
        Path path = used;
        used = null;
        try {
            if (path != null) {
                Files.deleteIfExists(path);
                if (!path.equals(preferred)) {
                    Files.deleteIfExists(path.getParent());
                }
            }
        } catch (IOException failed) {
            path.toFile().deleteOnExit();
        }
    }
}
