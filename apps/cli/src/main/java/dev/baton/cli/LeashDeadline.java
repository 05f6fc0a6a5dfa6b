package dev.baton.cli;

import dev.baton.support.process.MachineUptime;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * The end of a claim on two clocks. The earlier one counts: in another pid namespace a successor can begin when the wall
 * clock, which can be set, reaches it.
 *
 * @param uptimeMillis in milliseconds since boot
 * @param wallMillis in milliseconds since 1970
 */
record LeashDeadline(long uptimeMillis, long wallMillis) {

    /** Reads the clocks first: if this process freezes between the readings, the deadline is too early, never too late. */
    static LeashDeadline of(Supplier<Duration> remaining) {
        long wall = System.currentTimeMillis();
        long uptime = MachineUptime.millis();
        long left = remaining.get().toMillis();
        return new LeashDeadline(uptime + left, wall + left);
    }

    /** Returns the time until the deadline; negative if it has passed. */
    long remainingMillis() {
        return Math.min(uptimeMillis - MachineUptime.millis(), wallMillis - System.currentTimeMillis());
    }
}
