package dev.baton.file.live;

import dev.baton.file.posix.Pid;
import dev.baton.file.posix.ProcFs;
import dev.baton.file.record.Owner;
import java.util.Optional;

/**
 * What a pid tells of its process, to those for whom it is the same pid: after a reboot or in another
 * container it names another process, or none, and proves nothing.
 */
final class PidEvidence {
    private final ProcessIdentity us;
    private final boolean procIsOurs = ProcFs.showsOurPids();

    PidEvidence(ProcessIdentity us) {
        this.us = us;
    }

    /** The evidence of the kernel: only "no such process", a zombie or another start time is death. */
    Life judge(Owner owner) {
        if (!isMeaningful(owner)) {
            return Life.UNKNOWN;
        }
        if (Pid.isNobodys((int) owner.pid())) {
            return Life.DEAD;
        }
        return byProc(owner).filter(life -> life == Life.DEAD).orElse(Life.ALIVE);
    }

    /** The evidence that needs no native code, good enough to show: a pid nobody can see is not there. */
    Life judgeForDisplay(Owner owner) {
        if (!isMeaningful(owner) || !procIsOurs) {
            return Life.UNKNOWN;
        }
        return byProc(owner).orElse(Life.DEAD);
    }

    private boolean isMeaningful(Owner owner) {
        boolean plain = owner.process().isEmpty() && owner.bootId().isEmpty();
        return owner.pid() > 0 && owner.pid() <= Integer.MAX_VALUE && (plain || us.sharesPidsWith(owner));
    }

    private Optional<Life> byProc(Owner owner) {
        if (!procIsOurs) {
            return Optional.empty();
        }
        return ProcFs.process(owner.pid()).map(seen -> {
            boolean recycled = owner.startTime() != 0 && seen.startTime() != 0 && seen.startTime() != owner.startTime();
            return seen.zombie() || recycled ? Life.DEAD : Life.ALIVE;
        });
    }
}
