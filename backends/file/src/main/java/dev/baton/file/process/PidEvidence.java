package dev.baton.file.process;

import dev.baton.file.posix.FileProcFs;
import dev.baton.file.posix.PidCheck;
import dev.baton.file.record.ClaimOwner;
import java.util.Optional;

/**
 * What a pid tells of its process, to those for whom it is the same pid: after a reboot or in another
 * container it names another process, or none, and proves nothing.
 */
final class PidEvidence {
    private final LocalProcess us;
    private final boolean procIsOurs = FileProcFs.showsOurPids();

    PidEvidence(LocalProcess us) {
        this.us = us;
    }

    /** The evidence of the kernel: only "no such process", a zombie or another start time is death. */
    Life judge(ClaimOwner owner) {
        if (!isMeaningful(owner)) {
            return Life.UNKNOWN;
        }
        if (PidCheck.isNobodys((int) owner.pid())) {
            return Life.DEAD;
        }
        return byProc(owner).filter(life -> life == Life.DEAD).orElse(Life.ALIVE);
    }

    /** The evidence that needs no native code, good enough to show: a pid nobody can see is not there. */
    Life judgeForDisplay(ClaimOwner owner) {
        if (!isMeaningful(owner) || !procIsOurs) {
            return Life.UNKNOWN;
        }
        return byProc(owner).orElse(Life.DEAD);
    }

    private boolean isMeaningful(ClaimOwner owner) {
        boolean plain = owner.process().isEmpty() && owner.bootId().isEmpty();
        return owner.pid() > 0 && owner.pid() <= Integer.MAX_VALUE && (plain || us.sharesPidsWith(owner));
    }

    private Optional<Life> byProc(ClaimOwner owner) {
        if (!procIsOurs) {
            return Optional.empty();
        }
        return FileProcFs.process(owner.pid()).map(seen -> {
            boolean recycled = owner.startTime() != 0 && seen.startTime() != 0 && seen.startTime() != owner.startTime();
            return seen.zombie() || recycled ? Life.DEAD : Life.ALIVE;
        });
    }
}
