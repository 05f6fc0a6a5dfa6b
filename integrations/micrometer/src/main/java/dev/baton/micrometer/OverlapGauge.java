package dev.baton.micrometer;

import dev.baton.Election;
import dev.baton.Tenure;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The number of overlapping pairs of tenures in the history of an election. The history is read in the background,
 * after a change of leader or when the value is five seconds old, so that a scrape never waits for the store.
 */
final class OverlapGauge {
    private static final long FRESH_NANOS = 5_000_000_000L;

    private final Election election;
    private final AtomicBoolean reading = new AtomicBoolean();
    private volatile long count;
    private volatile long readAt;

    OverlapGauge(Election election) {
        this.election = election;
        invalidate();
    }

    void invalidate() {
        readAt = System.nanoTime() - FRESH_NANOS;
    }

    long count() {
        if (System.nanoTime() - readAt >= FRESH_NANOS && reading.compareAndSet(false, true)) {
            readAt = System.nanoTime();
            CompletableFuture.supplyAsync(election::history).whenComplete(this::update);
        }
        return count;
    }

    private void update(@Nullable List<Tenure> history, @Nullable Throwable failure) {
        if (history != null) {
            count = Tenure.overlappingPairs(history);
        }
        reading.set(false);
    }
}
