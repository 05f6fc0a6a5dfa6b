package dev.baton.lease;

import dev.baton.BatonClock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** For how long this process has seen the records of an election stand still, on its own monotonic clock. */
final class LeaseTimers {
    private final BatonClock clock;
    private final Map<String, Sight> sights = new ConcurrentHashMap<>();

    private final AtomicLong readings = new AtomicLong();

    private record Sight(String mark, long sinceNanos, long reading) {}

    LeaseTimers(BatonClock clock) {
        this.clock = clock;
    }

    /** To be called before the store is asked: what was asked for earlier does not overrule what was asked for later. */
    long ask() {
        return readings.incrementAndGet();
    }

    /**
     * Notes what was just read; to be called after the answer is here. For how long it has been so.
     *
     * @param reading what {@link #ask} gave before it was read
     */
    Duration saw(String election, ElectionSnapshot standing, long reading) {
        long now = clock.nanos();
        String mark = standing.mark();
        Sight sight = sights.compute(election, (name, before) -> {
            boolean stays = before != null && (before.mark.equals(mark) || before.reading > reading);
            return stays && before != null ? before : new Sight(mark, now, reading);
        });
        return sight.mark.equals(mark) ? Duration.ofNanos(now - sight.sinceNanos) : Duration.ZERO;
    }

    void forget(String election) {
        sights.remove(election);
    }
}
