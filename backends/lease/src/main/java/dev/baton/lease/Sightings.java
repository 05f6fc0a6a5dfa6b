package dev.baton.lease;

import dev.baton.spi.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** For how long this process has seen the records of an election stand still, on its own monotonic clock. */
final class Sightings {
    private final Clock clock;
    private final Map<String, Sight> sights = new ConcurrentHashMap<>();

    private record Sight(String mark, long sinceNanos) {}

    Sightings(Clock clock) {
        this.clock = clock;
    }

    /** Notes what was just read; to be called after the answer is here. For how long it has been so. */
    Duration saw(String election, Standing standing) {
        long now = clock.nanos();
        String mark = standing.mark();
        Sight sight = sights.compute(
                election, (name, before) -> before != null && before.mark.equals(mark) ? before : new Sight(mark, now));
        return Duration.ofNanos(now - sight.sinceNanos);
    }

    void forget(String election) {
        sights.remove(election);
    }
}
