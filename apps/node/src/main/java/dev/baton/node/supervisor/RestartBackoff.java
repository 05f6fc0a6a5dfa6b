package dev.baton.node.supervisor;

import java.time.Duration;

/** The delay before a child is restarted. It doubles as long as children die soon after their start. */
final class RestartBackoff {
    private static final Duration FIRST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofSeconds(10);
    private static final Duration RESET_AFTER = Duration.ofSeconds(10);

    private Duration next = FIRST;

    /** Returns the delay after a child with this lifetime. */
    Duration after(Duration lifetime) {
        Duration delay = lifetime.compareTo(RESET_AFTER) > 0 ? FIRST : next;
        Duration twice = delay.multipliedBy(2);
        next = twice.compareTo(LONGEST) > 0 ? LONGEST : twice;
        return delay;
    }
}
