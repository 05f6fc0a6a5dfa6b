package dev.baton.file.process;

import dev.baton.file.posix.FileProcFs;
import dev.baton.file.record.ClaimOwner;
import java.security.SecureRandom;

/**
 * This process, named so that no other process of any boot, container or backend shares the name.
 *
 * @param name {@code PID-STARTTIME-NONCE}, the name of its liveness file
 */
public record LocalProcess(long pid, long startTime, String bootId, long pidNamespace, String name) {

    public static LocalProcess ofThisProcess() {
        long pid = ProcessHandle.current().pid();
        long startTime = FileProcFs.ownStartTime();
        String nonce = Long.toHexString(new SecureRandom().nextLong() | Long.MIN_VALUE);
        return new LocalProcess(
                pid, startTime, FileProcFs.bootId(), FileProcFs.pidNamespace(), pid + "-" + startTime + "-" + nonce);
    }

    public ClaimOwner as(String instanceId) {
        return new ClaimOwner(instanceId, pid, startTime, bootId, pidNamespace, name);
    }

    /** Whether a pid of that owner means the same process here as there. */
    boolean sharesPidsWith(ClaimOwner owner) {
        return owner.bootId().equals(bootId) && owner.pidNamespace() == pidNamespace;
    }
}
