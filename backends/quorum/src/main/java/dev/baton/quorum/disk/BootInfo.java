package dev.baton.quorum.disk;

import dev.baton.support.process.SystemBoot;
import java.util.UUID;

/**
 * The current boot of the machine. How long ago it was is no evidence: the state folder may come from another machine.
 *
 * @param boot the id of this boot; a new random one each time if it cannot be read, or if the monotonic clock of this
 *     process is shifted against that of others (time namespaces): saved promises end at a time of that clock
 */
public record BootInfo(String boot) {

    /** Returns the boot of this machine. */
    public static BootInfo current() {
        return new BootInfo(SystemBoot.shared()
                .map(SystemBoot::id)
                .orElseGet(() -> UUID.randomUUID().toString()));
    }
}
