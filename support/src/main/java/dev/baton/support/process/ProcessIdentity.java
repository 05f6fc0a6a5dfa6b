package dev.baton.support.process;

import java.io.IOException;
import java.util.Optional;

/**
 * The identity of a process: no other process, of any boot or container of this machine, has the same one.
 *
 * @param bootId the kernel's random id of the current boot; empty if unknown, as in a container that
 *     shows another id
 * @param pidNamespace the inode of the pid namespace in which the pid is valid; 0 if unknown
 * @param pid the process id
 * @param startTime the start of the process in clock ticks since boot, as its own time namespace shows it; 0 if
 *     unknown
 */
public record ProcessIdentity(String bootId, long pidNamespace, long pid, long startTime) {

    /** Returns the identity of this process. Parts that cannot be read are empty or 0, and then prove nothing. */
    public static ProcessIdentity current() {
        return ProcFs.SYSTEM.currentProcess();
    }

    /** Returns the identity of a running process of this pid and time namespace; empty if it cannot be read. */
    public static Optional<ProcessIdentity> of(long pid) {
        try {
            ProcessIdentity self = current();
            return ProcFs.SYSTEM
                    .process(pid)
                    .map(found -> new ProcessIdentity(self.bootId, self.pidNamespace, pid, found.startTime()));
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    /** Returns whether all parts are known, so that the identity can be compared with another one. */
    public boolean isComplete() {
        return !bootId.isEmpty() && pidNamespace > 0 && pid > 0 && startTime > 0;
    }

    /** Returns whether the other process runs, or ran, under the same boot and in the same pid namespace. */
    public boolean sharesPidsWith(ProcessIdentity other) {
        return isComplete() && other.isComplete() && bootId.equals(other.bootId) && pidNamespace == other.pidNamespace;
    }
}
