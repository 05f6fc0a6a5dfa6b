package dev.baton.lease;

import dev.baton.support.process.Evidence;
import dev.baton.support.process.KernelLocks;
import dev.baton.support.process.ProcessEvidence;
import dev.baton.support.process.ProcessIdentity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/**
 * Evidence that the process of a lease has ended, and that no command that it started is left. A lost connection proves
 * nothing.
 */
final class LeaseDeathEvidence {
    private final ProcessEvidence processes = ProcessEvidence.ofThisMachine();
    private final String bootId = ProcessIdentity.current().bootId();
    private final boolean oneMachine;

    /** @param oneMachine whether all processes of the store run on this machine */
    LeaseDeathEvidence(boolean oneMachine) {
        this.oneMachine = oneMachine;
    }

    boolean oneMachine() {
        return oneMachine;
    }

    Evidence hasEnded(LeaseProcess process) {
        ProcessIdentity identity = process.identity();
        Evidence itself = oneMachine ? processes.hasEndedOnOwnMachine(identity) : processes.hasEnded(identity);
        boolean sameBoot = identity.bootId().equals(bootId);
        // A command of an earlier boot cannot run any more.
        return itself.isProof() && sameBoot ? commandsHaveEnded(process) : itself;
    }

    private static Evidence commandsHaveEnded(LeaseProcess process) {
        try {
            List<Path> holds = CommandHolds.of(process);
            if (holds.isEmpty()) {
                return Evidence.YES;
            }
            KernelLocks locks = KernelLocks.read();
            for (Path hold : holds) {
                if (locks.isLocked(hold)) {
                    return Evidence.NO;
                }
            }
            return Evidence.YES;
        } catch (IOException | UncheckedIOException | InvalidPathException unreadable) {
            return Evidence.UNKNOWN;
        }
    }
}
