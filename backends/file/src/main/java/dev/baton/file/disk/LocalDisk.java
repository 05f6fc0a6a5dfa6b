package dev.baton.file.disk;

import dev.baton.support.process.MountPoints;
import dev.baton.support.process.NetworkFileSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Checks once that the directory of a store is whole, and on a file system of this machine alone. A part of it that is
 * mounted by itself is also elsewhere, with other epochs beside it. Thread-safe.
 */
public final class LocalDisk {
    private final DirectoryLayout layout;
    private volatile boolean local;

    public LocalDisk(DirectoryLayout layout) {
        this.layout = layout;
    }

    /**
     * Checks the file systems.
     *
     * @throws IOException if other machines use one of them too, or a part of the directory is a mount point
     */
    public void require() throws IOException {
        if (local) {
            return;
        }
        Optional<String> type = NetworkFileSystem.typeAt(layout.directory());
        if (type.isPresent()) {
            throw new IOException(
                    layout.directory() + " is on " + type.get() + ", a network file system: candidates on other"
                            + " machines could lead at the same time; nothing was changed; use a directory on a disk of this"
                            + " machine");
        }
        for (Path folder : List.of(layout.locks(), layout.epochs(), layout.history(), layout.live())) {
            if (MountPoints.isMountedWithin(folder)) {
                throw new IOException(
                        folder + " is or contains a mount point: users of another mount would not share the"
                                + " other files of the store; nothing was changed; mount " + layout.directory()
                                + " as a whole");
            }
        }
        local = true;
    }
}
