package dev.baton.file.process;

import dev.baton.file.disk.DirectoryLayout;
import dev.baton.file.posix.NativeFile;
import dev.baton.file.record.ClaimOwner;
import dev.baton.support.process.Evidence;
import dev.baton.support.process.ProcessEvidence;
import dev.baton.support.process.ProcessIdentity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Evidence that a process of the directory has ended. A process holds the lock of its liveness file until it ends.
 */
public record DeathEvidence(DirectoryLayout layout, ProcessEvidence pids) implements OwnerEvidence {
    private static final int MAX_REOPENS = 1000;

    @Override
    public Evidence hasEnded(ClaimOwner owner) throws IOException {
        Optional<Boolean> locked =
                owner.process().isEmpty() ? Optional.empty() : isLocked(layout.liveness(owner.process()));
        return locked.map(held -> held ? Evidence.NO : Evidence.YES).orElseGet(() -> byPid(pids, owner));
    }

    /** Returns the evidence of the pid alone. A record without process and boot id comes from another program. */
    static Evidence byPid(ProcessEvidence pids, ClaimOwner owner) {
        if (owner.process().isEmpty() && owner.bootId().isEmpty()) {
            return pids.hasEnded(owner.pid(), owner.startTime());
        }
        return pids.hasEndedOnOwnMachine(
                new ProcessIdentity(owner.bootId(), owner.pidNamespace(), owner.pid(), owner.startTime()));
    }

    /** Returns whether no process holds the liveness file with this name. */
    boolean hasEnded(String process) throws IOException {
        return !isLocked(layout.liveness(process)).orElse(false);
    }

    /** Returns whether another process locks the file; empty if the file does not exist. */
    private static Optional<Boolean> isLocked(Path path) throws IOException {
        for (int i = 0; i < MAX_REOPENS; i++) {
            Optional<NativeFile> found = NativeFile.open(path);
            if (found.isEmpty()) {
                return Optional.empty();
            }
            try (NativeFile file = found.get()) {
                if (!file.tryLockShared()) {
                    return Optional.of(true);
                }
                // A live process may have replaced its file meanwhile; the lock of the old file proves nothing.
                if (file.isStillAtPath()) {
                    return Optional.of(false);
                }
            }
        }
        throw NativeFile.keepsChanging(path);
    }
}
