package dev.baton.file.live;

import dev.baton.file.disk.Layout;
import dev.baton.file.posix.OwnerOnly;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where this process listens: beside its liveness file, or, when that path is too long for a socket, in a
 * private directory of its own. Thread-safe.
 */
public final class SocketPath {
    /** The kernel's limit is 108 bytes on Linux and 104 on a Mac. */
    private static final int LONGEST = 100;

    private final Path preferred;
    private @Nullable Path used;

    public SocketPath(Layout layout, String process) {
        this.preferred = layout.live().resolve(process + Layout.SOCKET_SUFFIX);
    }

    /** A path that is free now. */
    public synchronized Path fresh() throws IOException {
        remove();
        Path path = preferred;
        if (preferred.toString().getBytes(StandardCharsets.UTF_8).length > LONGEST) {
            path = Files.createTempDirectory("baton").resolve("s");
        } else {
            OwnerOnly.createDirectories(OwnerOnly.directoryOf(preferred));
        }
        used = path;
        return path;
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
