package dev.baton.file.live;

import dev.baton.file.disk.Layout;
import dev.baton.file.posix.NativeFile;
import dev.baton.file.record.Owner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Proves the death of a process by its locks: it holds its liveness file's lock for life, and those that
 * must be gone before a successor starts hold the locks of its hold files.
 */
public final class LifeProof {
    private final Layout layout;
    private final PidEvidence pids;

    LifeProof(Layout layout, ProcessIdentity us) {
        this.layout = layout;
        this.pids = new PidEvidence(us);
    }

    public Life judge(Owner owner) throws IOException {
        if (owner.process().isEmpty()) {
            return pids.judge(owner);
        }
        Optional<Boolean> locked = isLocked(layout.liveness(owner.process()));
        Life itself = locked.map(held -> held ? Life.ALIVE : Life.DEAD).orElseGet(() -> pids.judge(owner));
        return itself == Life.DEAD && isHeld(owner.process()) ? Life.ALIVE : itself;
    }

    /** Whether a process that is known by its liveness file alone has ended, holds included. */
    boolean hasEnded(String process) throws IOException {
        return !isLocked(layout.liveness(process)).orElse(false) && !isHeld(process);
    }

    /** The files that outlive a process on behalf of others. */
    List<Path> holds(String process) throws IOException {
        List<Path> holds = new ArrayList<>();
        for (Path path : Layout.list(layout.live())) {
            if (path.getFileName().toString().startsWith(process + ".hold")) {
                holds.add(path);
            }
        }
        return holds;
    }

    private boolean isHeld(String process) throws IOException {
        for (Path hold : holds(process)) {
            if (isLocked(hold).orElse(false)) {
                return true;
            }
        }
        return false;
    }

    /** Empty when there is no such file. */
    private static Optional<Boolean> isLocked(Path path) throws IOException {
        Optional<NativeFile> file = NativeFile.open(path);
        if (file.isEmpty()) {
            return Optional.empty();
        }
        try (NativeFile open = file.get()) {
            return Optional.of(!open.tryLockShared());
        }
    }
}
