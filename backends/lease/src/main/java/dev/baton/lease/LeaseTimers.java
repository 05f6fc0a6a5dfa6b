package dev.baton.lease;

import dev.baton.BatonClock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How long this process has seen the records of each election unchanged, on its own monotonic clock. Unlike a plain timer
 * it knows the order in which concurrent readings began: a late answer does not overrule a newer one.
 */
final class LeaseTimers {
    private final BatonClock clock;
    private final Map<String, Sighting> sightings = new ConcurrentHashMap<>();

    private final AtomicLong readings = new AtomicLong();

    private record Sighting(String fingerprint, long sinceNanos, long reading) {}

    LeaseTimers(BatonClock clock) {
        this.clock = clock;
    }

    /** Returns the number of a reading that is about to begin. */
    long startReading() {
        return readings.incrementAndGet();
    }

    /**
     * Records the result of a reading and returns for how long it has been the same.
     *
     * @param reading the number that {@link #startReading} returned before the store was read
     */
    Duration unchangedFor(String election, ElectionSnapshot snapshot, long reading) {
        long now = clock.nanos();
        String fingerprint = snapshot.fingerprint();
        Sighting sighting = sightings.compute(election, (name, before) -> {
            boolean unchanged = before != null && (before.fingerprint.equals(fingerprint) || before.reading > reading);
            return unchanged && before != null ? before : new Sighting(fingerprint, now, reading);
        });
        return sighting.fingerprint.equals(fingerprint) ? Duration.ofNanos(now - sighting.sinceNanos) : Duration.ZERO;
    }

    void forget(String election) {
        sightings.remove(election);
    }
}
