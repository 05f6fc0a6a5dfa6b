package dev.baton.postgres;

import dev.baton.BatonClock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * How long ago this process first saw, on its own monotonic clock, that a reign's lock was free although
 * the reign was never released. Thread-safe.
 */
final class FreeLockTimers {
    private final BatonClock clock;
    private final Map<String, Sighting> seen = new HashMap<>();

    FreeLockTimers(BatonClock clock) {
        this.clock = clock;
    }

    private record Sighting(long epoch, long process, long at) {}

    /** How long it has stood like this; zero at first sight. */
    synchronized Duration stood(EpochRow row) {
        long now = clock.nanos();
        Sighting before = seen.get(row.election());
        if (before == null || before.epoch != row.epoch() || before.process != row.process()) {
            before = new Sighting(row.epoch(), row.process(), now);
            seen.put(row.election(), before);
        }
        return Duration.ofNanos(Math.max(0, now - before.at));
    }

    synchronized void forget(String election) {
        seen.remove(election);
    }
}
