package dev.baton.lease;

import dev.baton.BatonClock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How long this process has seen the records of each election unchanged, on its own monotonic clock. Unlike a plain timer
 * it knows the order in which concurrent readings began: a late answer does not overrule a newer one. It also remembers
 * the ttl of the current tenure, which never changes.
 */
final class LeaseTimers {
    private final BatonClock clock;
    private final Map<String, Sighting> sightings = new ConcurrentHashMap<>();
    private final Map<String, TenureTtl> ttls = new ConcurrentHashMap<>();
    private final AtomicLong readings = new AtomicLong();

    private record Sighting(String fingerprint, long sinceNanos, long reading) {}

    private record TenureTtl(long epoch, Duration longest) {
        /** A lower epoch is a record that was edited, or deleted. */
        TenureTtl or(TenureTtl read) {
            boolean longer = read.longest.compareTo(longest) > 0;
            return read.epoch > epoch || (read.epoch == epoch && longer) ? read : this;
        }
    }

    LeaseTimers(BatonClock clock) {
        this.clock = clock;
    }

    /** Returns the number of a reading that is about to begin. */
    long startReading() {
        return readings.incrementAndGet();
    }

    /**
     * Records the result of a reading and returns what is known with it.
     *
     * @param reading the number that {@link #startReading} returned before the store was read
     */
    LeaseObservation observe(String election, ElectionSnapshot snapshot, long reading) {
        TenureTtl read = new TenureTtl(snapshot.highestEpoch(), snapshot.ttl().orElse(Duration.ZERO));
        return new LeaseObservation(
                unchangedFor(election, snapshot, reading), ttls.merge(election, read, TenureTtl::or).longest);
    }

    private Duration unchangedFor(String election, ElectionSnapshot snapshot, long reading) {
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
        ttls.remove(election);
    }
}
