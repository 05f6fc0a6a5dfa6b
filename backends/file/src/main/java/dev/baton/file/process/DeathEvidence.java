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
 * Evidence that a process of the directory has ended. A process holds the lock of its liveness file until it ends. An
 * unlocked file proves its end only if it is that file and no copy, and if the process is not seen running.
 */
public record DeathEvidence(DirectoryLayout layout, ProcessEvidence pids) implements OwnerEvidence {
    private static final int MAX_REOPENS = 1000;
    private static final ProcessIdentity SELF = ProcessIdentity.current();

    /** A liveness file. */
    private enum Liveness {
        MISSING,
        LOCKED,
        /** Unlocked, and the file that its process had locked. */
        UNLOCKED,
        /** Unlocked, but not the file that its process has locked: a copy, or written by an earlier version. */
        UNLOCKED_COPY
    }

    @Override
    public Evidence hasEnded(ClaimOwner owner) throws IOException {
        return switch (liveness(owner)) {
            case LOCKED -> Evidence.NO;
            case UNLOCKED -> isSeenRunning(owner) ? Evidence.NO : Evidence.YES;
            case MISSING, UNLOCKED_COPY -> byPid(pids, owner);
        };
    }

    /** Of this process only the lock counts: it may have closed its store, and it sees itself running in any case. */
    private boolean isSeenRunning(ClaimOwner owner) {
        return !identity(owner).equals(SELF) && byPid(pids, owner) == Evidence.NO;
    }

    /** Returns the evidence of the pid alone. A record without process and boot id comes from another program. */
    static Evidence byPid(ProcessEvidence pids, ClaimOwner owner) {
        if (owner.process().isEmpty() && owner.bootId().isEmpty()) {
            return pids.hasEnded(owner.pid(), owner.startTime());
        }
        return pids.hasEndedOnOwnMachine(identity(owner));
    }

    private static ProcessIdentity identity(ClaimOwner owner) {
        return new ProcessIdentity(owner.bootId(), owner.pidNamespace(), owner.pid(), owner.startTime());
    }

    /** Returns whether nothing shows that the process uses its files. A live process locks its liveness file again soon. */
    boolean isAbandoned(ClaimOwner owner) throws IOException {
        return switch (liveness(owner)) {
            case LOCKED -> false;
            case UNLOCKED -> !isSeenRunning(owner);
            case MISSING, UNLOCKED_COPY -> byPid(pids, owner) != Evidence.NO;
        };
    }

    private Liveness liveness(ClaimOwner owner) throws IOException {
        return owner.process().isEmpty() ? Liveness.MISSING : liveness(layout.liveness(owner.process()));
    }

    private static Liveness liveness(Path path) throws IOException {
        for (int i = 0; i < MAX_REOPENS; i++) {
            Optional<NativeFile> found = NativeFile.open(path);
            if (found.isEmpty()) {
                return Liveness.MISSING;
            }
            try (NativeFile file = found.get()) {
                if (!file.tryLockShared()) {
                    return Liveness.LOCKED;
                }
                // A live process may have replaced its file meanwhile; the lock of the old file proves nothing.
                if (file.isStillAtPath()) {
                    return LiveProcess.isOriginal(file.read(), file.identity())
                            ? Liveness.UNLOCKED
                            : Liveness.UNLOCKED_COPY;
                }
            }
        }
        throw NativeFile.keepsChanging(path);
    }
}
