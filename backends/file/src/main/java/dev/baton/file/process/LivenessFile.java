package dev.baton.file.process;

import dev.baton.file.disk.DirectoryLayout;
import dev.baton.file.posix.NativeFile;
import dev.baton.file.posix.OwnerOnlyFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The liveness file of this process. It is locked until the process ends, when the kernel drops the lock. Thread-safe.
 */
final class LivenessFile {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    private final DirectoryLayout layout;
    private final LocalProcess self;
    private final Path path;
    private final List<Path> holds = new ArrayList<>();
    private @Nullable NativeFile file;
    private int holdCount;

    LivenessFile(DirectoryLayout layout, LocalProcess self) {
        this.layout = layout;
        this.self = self;
        this.path = layout.liveness(self.name());
    }

    /** Returns whether the locked file is still the one that other processes find. */
    synchronized boolean isIntact() throws IOException {
        NativeFile locked = file;
        return locked != null && locked.isStillAtPath();
    }

    /** Creates or replaces the file. It is locked before it appears: unlocked, it would prove that we have ended. */
    synchronized void create(String socket) throws IOException {
        OwnerOnlyFiles.createDirectories(layout.live());
        Path temporary = OwnerOnlyFiles.temporary(path);
        NativeFile created = NativeFile.openLocked(temporary, Duration.ZERO);
        boolean moved = false;
        try {
            created.write(new LiveProcess(self.owner(self.name()), socket).bytes(), 0);
            Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            moved = true;
        } finally {
            if (!moved) {
                created.close();
                Files.deleteIfExists(temporary);
            }
        }
        abandon();
        file = created.movedTo(path);
    }

    synchronized Path newHold() throws IOException {
        Path hold = layout.live().resolve(self.name() + ".hold-" + ++holdCount);
        OwnerOnlyFiles.createFile(hold);
        holds.add(hold);
        return hold;
    }

    /** Removes the unlocked holds and, if no hold is locked, the liveness file. Drops its lock in any case. */
    synchronized void remove() {
        NativeFile locked = file;
        if (locked == null) {
            return;
        }
        boolean allRemoved = true;
        for (Path hold : holds) {
            allRemoved &= removeUnlessLocked(hold);
        }
        holds.clear();
        try {
            if (allRemoved && locked.isStillAtPath()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException failed) {
            LOG.debug("could not remove {}; another process will", path, failed);
        } finally {
            abandon();
        }
    }

    /** Drops the lock and leaves the files, as a crash would. */
    synchronized void abandon() {
        NativeFile locked = file;
        file = null;
        if (locked != null) {
            locked.close();
        }
    }

    private static boolean removeUnlessLocked(Path hold) {
        try {
            Optional<NativeFile> found = NativeFile.open(hold);
            if (found.isEmpty()) {
                return true;
            }
            try (NativeFile file = found.get()) {
                return file.tryLock() && Files.deleteIfExists(hold);
            }
        } catch (IOException failed) {
            return false;
        }
    }
}
