package dev.baton.node.supervisor;

import java.time.Duration;

/** How long to wait before a child is started again: longer while it dies young. */
final class RestartBackoff {
    private static final Duration FIRST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofSeconds(10);
    private static final Duration OLD = Duration.ofSeconds(10);

    private Duration next = FIRST;

    /** The pause after a child that lived so long. */
    Duration after(Duration life) {
        if (life.compareTo(OLD) > 0) {
            next = FIRST;
        }
        Duration pause = next;
        Duration twice = next.multipliedBy(2);
        next = twice.compareTo(LONGEST) > 0 ? LONGEST : twice;
        return pause;
    }
}
