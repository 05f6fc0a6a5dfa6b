package dev.baton.node.supervisor;

import java.time.Duration;
import java.util.Optional;

/** Measures how long another process has held a lock without a break. A lock that nobody is seen to hold proves nothing. */
final class HolderTimer {
    private final long started;
    private Optional<String> holder = Optional.empty();
    private long heldSince;

    HolderTimer(long now) {
        this.started = now;
        this.heldSince = now;
    }

    /** Records who holds the lock now, and returns for how long; zero if nobody else does. */
    Duration heldFor(Optional<String> current, long now) {
        if (current.isEmpty() || !current.equals(holder)) {
            holder = current;
            heldSince = now;
        }
        return Duration.ofNanos(now - heldSince);
    }

    Duration waitedFor(long now) {
        return Duration.ofNanos(now - started);
    }
}
