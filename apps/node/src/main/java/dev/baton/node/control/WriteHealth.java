package dev.baton.node.control;

import java.time.Duration;
import java.util.Optional;

/**
 * Whether the job database can be read, and whether it can store a job, as far as this node knows. Only a write that needs
 * as much space as a job shows the latter: on a full disk, renewals of leases can go on for long. Thread-safe.
 */
final class WriteHealth {
    /** After so long, a leader finds out again by a write of its own whether a job can be stored. */
    private static final Duration PROBE_INTERVAL = Duration.ofSeconds(5);

    private volatile boolean reachable = true;
    private volatile boolean failing;
    private volatile long succeededAt;

    void reachable(boolean now) {
        reachable = now;
    }

    /** Records that something as large as a job was stored. */
    void succeeded(long nanos) {
        failing = false;
        succeededAt = nanos;
    }

    void failed() {
        failing = true;
    }

    /** Returns whether a write has failed since. */
    boolean isFailing() {
        return failing;
    }

    /** Returns whether it is not known any more that a job can be stored. */
    boolean isUnknown(long nanos) {
        return failing || nanos - succeededAt > PROBE_INTERVAL.toNanos();
    }

    /** Returns why no read, or on a leader no write, can succeed; empty if they can. */
    Optional<String> problem(boolean leads) {
        if (!reachable) {
            return Optional.of("the job database cannot be used");
        }
        return leads && failing ? Optional.of("a write has failed") : Optional.empty();
    }
}
