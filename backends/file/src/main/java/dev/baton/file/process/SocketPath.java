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
 * Where this process listens: beside its liveness file, or, when that path is too long for a socket, in a
 * private directory of its own. Thread-safe.
 */
public final class SocketPath {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    /** The kernel's limit is 108 bytes on Linux and 104 on a Mac. */
    private static final int LONGEST = 100;

    private static final String PREFIX = "baton";
    private static final String NAME = "s";

    private final Path preferred;
    private @Nullable Path used;

    public SocketPath(DirectoryLayout layout, String process) {
        this.preferred = layout.live().resolve(process + DirectoryLayout.SOCKET_SUFFIX);
    }

    /** A path that is free now. */
    public synchronized Path fresh() throws IOException {
        remove();
        Path path = preferred;
        if (preferred.toString().getBytes(StandardCharsets.UTF_8).length > LONGEST) {
            path = Files.createTempDirectory(PREFIX).resolve(NAME);
        } else {
            OwnerOnlyFiles.createDirectories(OwnerOnlyFiles.directoryOf(preferred));
        }
        used = path;
        return path;
    }

    /** Removes the socket of a dead process and its private directory, if it is one by its looks. */
    static void removeElsewhere(Path socket) {
        Path directory = socket.getParent();
        try {
            if (directory != null
                    && socket.endsWith(NAME)
                    && String.valueOf(directory.getFileName()).startsWith(PREFIX)
                    && Files.readAttributes(socket, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                            .isOther()) {
                Files.delete(socket);
                Files.delete(directory);
            }
        } catch (IOException goneOrNotOurs) {
            LOG.debug("could not remove {}", socket, goneOrNotOurs);
        }
    }

    synchronized boolean isThere() {
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
        } catch (IOException leftBehind) {
            path.toFile().deleteOnExit();
        }
    }
}
