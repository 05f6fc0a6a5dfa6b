package dev.baton.file.live;

import dev.baton.file.posix.ProcFs;
import dev.baton.file.record.Owner;
import java.security.SecureRandom;

/**
 * This process, named so that no other process of any boot, container or backend shares the name.
 *
 * @param name {@code PID-STARTTIME-NONCE}, the name of its liveness file
 */
public record ProcessIdentity(long pid, long startTime, String bootId, long pidNamespace, String name) {

    public static ProcessIdentity ofThisProcess() {
        long pid = ProcessHandle.current().pid();
        long startTime = ProcFs.ownStartTime();
        String nonce = Long.toHexString(new SecureRandom().nextLong() | Long.MIN_VALUE);
        return new ProcessIdentity(
                pid, startTime, ProcFs.bootId(), ProcFs.pidNamespace(), pid + "-" + startTime + "-" + nonce);
    }

    public Owner as(String instanceId) {
        return new Owner(instanceId, pid, startTime, bootId, pidNamespace, name);
    }

    /** Whether a pid of that owner means the same process here as there. */
    boolean sharesPidsWith(Owner owner) {
        return owner.bootId().equals(bootId) && owner.pidNamespace() == pidNamespace;
    }
}
