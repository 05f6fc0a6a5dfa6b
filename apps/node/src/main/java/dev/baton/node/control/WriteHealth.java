package dev.baton.node.control;

import java.time.Duration;
import java.util.Optional;

/** Whether the job database can be read and written, as far as this node knows. Thread-safe. */
final class WriteHealth {
    /** Without a write of a client for so long, a leader finds out by a write of its own whether writes succeed. */
    private static final Duration PROBE_INTERVAL = Duration.ofSeconds(5);

    private volatile boolean reachable = true;
    private volatile boolean failing;
    private volatile long succeededAt;

    void reachable(boolean now) {
        reachable = now;
    }

    void succeeded(long nanos) {
        failing = false;
        succeededAt = nanos;
    }

    void failed() {
        failing = true;
    }

    /** Returns whether the last write failed. */
    boolean isFailing() {
        return failing;
    }

    /** Returns whether it is not known any more that a write can succeed. */
    boolean isUnknown(long nanos) {
        return failing || nanos - succeededAt > PROBE_INTERVAL.toNanos();
    }

    /** Returns why no read, or on a leader no write, can succeed; empty if they can. */
    Optional<String> problem(boolean leads) {
        if (!reachable) {
            return Optional.of("the job database cannot be used");
        }
        return leads && failing ? Optional.of("the last write failed") : Optional.empty();
    }
}
