package dev.baton.quorum.disk;

import dev.baton.support.process.SystemBoot;
import java.util.UUID;

/**
 * The current boot of the machine.
 *
 * @param boot the id of this boot; a new random one each time if it cannot be read
 * @param upNanos lower bound of the time since the boot; 0 if the id cannot be read
 */
public record BootInfo(String boot, long upNanos) {

    /** Returns the boot of this machine. */
    public static BootInfo current() {
        return SystemBoot.current()
                .map(boot -> new BootInfo(boot.id(), boot.uptime().toNanos()))
                .orElseGet(() -> new BootInfo(UUID.randomUUID().toString(), 0));
    }
}
