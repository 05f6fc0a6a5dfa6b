package dev.baton.file.process;

import dev.baton.file.disk.DirectoryLayout;
import dev.baton.file.posix.NativeFile;
import dev.baton.file.record.ClaimOwner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Proves the death of a process by its locks: it holds its liveness file's lock for life, and those that
 * must be gone before a successor starts hold the locks of its hold files.
 */
public final class DeathEvidence {
    private static final int REOPENINGS = 1000;

    private final DirectoryLayout layout;
    private final PidEvidence pids;

    DeathEvidence(DirectoryLayout layout, LocalProcess us) {
        this.layout = layout;
        this.pids = new PidEvidence(us);
    }

    /** The life of the process and of all that must be gone before a successor starts. */
    public Life judge(ClaimOwner owner) throws IOException {
        Life itself = judgeItself(owner);
        return itself == Life.DEAD && isHeld(owner) ? Life.ALIVE : itself;
    }

    /** The life of the process alone. */
    public Life judgeItself(ClaimOwner owner) throws IOException {
        if (owner.process().isEmpty()) {
            return pids.judge(owner);
        }
        Optional<Boolean> locked = isLocked(layout.liveness(owner.process()));
        return locked.map(held -> held ? Life.ALIVE : Life.DEAD).orElseGet(() -> pids.judge(owner));
    }

    /** Whether something that must be gone before a successor starts still holds one of its holds. */
    public boolean isHeld(ClaimOwner owner) throws IOException {
        return !owner.process().isEmpty() && isHeld(owner.process());
    }

    /** Whether a process that is known by its liveness file alone has ended, holds included. */
    boolean hasEnded(String process) throws IOException {
        return !isLocked(layout.liveness(process)).orElse(false) && !isHeld(process);
    }

    /** The files that outlive a process on behalf of others. */
    List<Path> holds(String process) throws IOException {
        List<Path> holds = new ArrayList<>();
        for (Path path : DirectoryLayout.list(layout.live())) {
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
        for (int i = 0; i < REOPENINGS; i++) {
            Optional<NativeFile> file = NativeFile.open(path);
            if (file.isEmpty()) {
                return Optional.empty();
            }
            try (NativeFile open = file.get()) {
                if (!open.tryLockShared()) {
                    return Optional.of(true);
                }
                // A live process may have put a fresh file there meanwhile; the old one's lock proves nothing.
                if (open.isWhatItsPathNames()) {
                    return Optional.of(false);
                }
            }
        }
        throw new IOException("could not look at " + path + ": somebody keeps replacing it; stop that program");
    }
}
