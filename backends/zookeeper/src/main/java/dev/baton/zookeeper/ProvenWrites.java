package dev.baton.zookeeper;

import dev.baton.ClockReading;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The confirmed writes of a session. A write through a follower renews the session only when the follower has reported it
 * to the leader of the ensemble, and a follower can freeze before that. So a write counts only if a later one was sent at
 * least a gap after its confirmation, and was confirmed. Thread-safe.
 */
final class ProvenWrites {
    private final Duration gap;
    private final List<Write> writes = new ArrayList<>();

    /**
     * A confirmed write.
     *
     * @param before a reading from before it was sent
     * @param confirmedNanos when it was confirmed
     */
    record Write(ClockReading before, long confirmedNanos) {
        boolean isProvenBy(Write later, Duration gap) {
            return later.before.nanos() - confirmedNanos >= gap.toNanos();
        }
    }

    ProvenWrites(Duration gap) {
        this.gap = gap;
    }

    synchronized void add(Write write) {
        writes.add(write);
        Optional<Write> proven = proven();
        writes.removeIf(older -> proven.isPresent()
                && proven.get().before().nanos() - older.before().nanos() > 0);
    }

    private Optional<Write> proven() {
        return writes.stream()
                .filter(write -> writes.stream().anyMatch(later -> write.isProvenBy(later, gap)))
                .reduce((a, b) -> b.before().nanos() - a.before().nanos() > 0 ? b : a);
    }

    /**
     * Returns the begin of the validity: the gap after a reading from before the last proven write, so it is never later
     * than the write that proved it. The gap is part of the margin.
     */
    synchronized Optional<ClockReading> countsFrom() {
        return proven().map(write -> write.before().plus(gap));
    }

    /** Returns a reading from before the last confirmed write, proven or not. */
    synchronized Optional<ClockReading> last() {
        return writes.stream().map(Write::before).reduce((a, b) -> b.nanos() - a.nanos() > 0 ? b : a);
    }

    /**
     * Returns how long a write must wait so that the validity which it proves began at most the given age before it was
     * sent; empty if no write so far is recent enough.
     */
    synchronized Optional<Duration> untilProof(Duration age, long nowNanos) {
        return writes.stream()
                .map(write -> waitFor(write, age, nowNanos))
                .flatMap(Optional::stream)
                .min(Comparator.naturalOrder());
    }

    private Optional<Duration> waitFor(Write write, Duration age, long nowNanos) {
        long wait = Math.max(0, write.confirmedNanos() + gap.toNanos() - nowNanos);
        long ageThen = nowNanos + wait - write.before().nanos() - gap.toNanos();
        return ageThen <= age.toNanos() ? Optional.of(Duration.ofNanos(wait)) : Optional.empty();
    }
}
