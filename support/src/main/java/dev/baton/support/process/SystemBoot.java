package dev.baton.support.process;

import java.time.Duration;
import java.util.Optional;

/**
 * The current boot of this machine.
 *
 * @param id the kernel's random id of this boot
 * @param uptime the time since the boot
 */
public record SystemBoot(String id, Duration uptime) {

    /** Returns the current boot; empty if the id or the uptime cannot be read. */
    public static Optional<SystemBoot> current() {
        return ProcFs.SYSTEM.boot();
    }
}
