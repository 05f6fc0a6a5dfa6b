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
 * This process's own liveness file, locked for as long as the process lives: the kernel drops the lock
 * when it dies, and by nothing else. Thread-safe.
 */
final class LivenessFile {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    private final DirectoryLayout layout;
    private final LocalProcess us;
    private final List<Path> holds = new ArrayList<>();
    private @Nullable NativeFile file;
    private int nextHold;

    LivenessFile(DirectoryLayout layout, LocalProcess us) {
        this.layout = layout;
        this.us = us;
    }

    Path path() {
        return layout.liveness(us.name());
    }

    synchronized boolean stands() throws IOException {
        NativeFile standing = file;
        return standing != null && standing.isWhatItsPathNames();
    }

    /** Puts the file there, locked before anybody can see it: unlocked, it would prove a death. */
    synchronized void put(String socket) throws IOException {
        OwnerOnlyFiles.createDirectories(layout.live());
        Path temporary = OwnerOnlyFiles.temporary(path());
        NativeFile fresh = NativeFile.openLocked(temporary, Duration.ZERO);
        boolean there = false;
        try {
            fresh.write(new LiveProcess(us.as(us.name()), socket).bytes(), 0);
            Files.move(temporary, path(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            there = true;
        } finally {
            if (!there) {
                fresh.close();
                Files.deleteIfExists(temporary);
            }
        }
        NativeFile before = file;
        file = fresh.at(path());
        if (before != null) {
            before.close();
        }
    }

    synchronized Path newHold() throws IOException {
        Path hold = layout.live().resolve(us.name() + ".hold-" + ++nextHold);
        OwnerOnlyFiles.createFile(hold);
        holds.add(hold);
        return hold;
    }

    /** Leaves: the lock is dropped and the files that nobody holds are removed. */
    synchronized void remove() {
        NativeFile standing = file;
        file = null;
        if (standing == null) {
            return;
        }
        boolean allFree = true;
        for (Path hold : holds) {
            allFree &= removeUnlessHeld(hold);
        }
        holds.clear();
        try {
            if (allFree && standing.isWhatItsPathNames()) {
                Files.deleteIfExists(path());
            }
        } catch (IOException leftToTheSweep) {
            LOG.debug("could not remove {}", path(), leftToTheSweep);
        } finally {
            standing.close();
        }
    }

    /** What a crash would do: the lock is gone, the files stay. */
    synchronized void abandon() {
        NativeFile standing = file;
        file = null;
        if (standing != null) {
            standing.close();
        }
    }

    private static boolean removeUnlessHeld(Path hold) {
        try {
            Optional<NativeFile> file = NativeFile.open(hold);
            if (file.isEmpty()) {
                return true;
            }
            try (NativeFile open = file.get()) {
                return open.tryLock() && Files.deleteIfExists(hold);
            }
        } catch (IOException left) {
            return false;
        }
    }
}
