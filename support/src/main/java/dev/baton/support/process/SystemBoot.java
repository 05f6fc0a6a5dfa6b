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

    /**
     * Returns the current boot, if other processes of this machine read the same uptime and the same monotonic clock; empty if
     * that is not certain.
     */
    public static Optional<SystemBoot> shared() {
        // The first answer takes some milliseconds, in which the uptime must not grow old.
        boolean shared = ProcFs.SYSTEM.sharesClocks();
        return shared ? current() : Optional.empty();
    }
}
