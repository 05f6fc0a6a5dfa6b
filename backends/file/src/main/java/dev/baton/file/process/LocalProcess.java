package dev.baton.file.process;

import dev.baton.file.record.ClaimOwner;
import dev.baton.support.process.ProcessIdentity;
import java.security.SecureRandom;

/**
 * This process under a name that no other process has, in any boot or container.
 *
 * @param name {@code PID-STARTTIME-NONCE}, the name of the liveness file
 */
public record LocalProcess(ProcessIdentity identity, String name) {

    static LocalProcess current() {
        ProcessIdentity identity = ProcessIdentity.current();
        String nonce = Long.toHexString(new SecureRandom().nextLong() | Long.MIN_VALUE);
        return new LocalProcess(identity, identity.pid() + "-" + identity.startTime() + "-" + nonce);
    }

    /** Returns the owner fields for a candidate of this process. */
    public ClaimOwner owner(String instanceId) {
        return new ClaimOwner(
                instanceId, identity.pid(), identity.startTime(), identity.bootId(), identity.pidNamespace(), name);
    }
}
