package dev.baton.file.process;

import dev.baton.file.disk.DirectoryLayout;
import dev.baton.file.posix.NativeFile;
import dev.baton.file.posix.StoreFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Optional;

/**
 * The liveness file of this process. It is locked until the process ends, when the kernel drops the lock. It contains its
 * own identity, by which others recognise a copy, whose lock says nothing. Thread-safe.
 */
final class LivenessFile {

    private final DirectoryLayout layout;
    private final LocalProcess self;
    private final Path path;
    private Optional<NativeFile> file = Optional.empty();

    LivenessFile(DirectoryLayout layout, LocalProcess self) {
        this.layout = layout;
        this.self = self;
        this.path = layout.liveness(self.name());
    }

    /** Returns whether the locked file is still the one that other processes find. */
    synchronized boolean isIntact() throws IOException {
        return file.isPresent() && file.get().isStillAtPath();
    }

    /** Creates or replaces the file. It is locked before it appears: unlocked, it would prove that we have ended. */
    synchronized void create(Optional<Path> socket) throws IOException {
        StoreFiles.createDirectories(layout.live());
        Path temporary = StoreFiles.temporary(path);
        NativeFile created = NativeFile.openLocked(temporary, Duration.ZERO);
        try {
            LiveProcess live = new LiveProcess(self.owner(self.name()), socket);
            created.write(live.bytes(created.identity()), 0);
            Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException | RuntimeException failed) {
            created.close();
            Files.deleteIfExists(temporary);
            throw failed;
        }
        abandon();
        file = Optional.of(created.movedTo(path));
    }

    /** Removes the liveness file. Drops its lock in any case. */
    synchronized void remove() {
        try {
            if (isIntact()) {
                StoreFiles.requireOwnFolder(layout.live());
                Files.deleteIfExists(path);
            }
        } catch (IOException failed) {
            PeerProcesses.LOG.debug("could not remove {}; another process will", path, failed);
        } finally {
            abandon();
        }
    }

    /** Drops the lock and leaves the files, as a crash would. */
    synchronized void abandon() {
        file.ifPresent(NativeFile::close);
        file = Optional.empty();
    }
}
