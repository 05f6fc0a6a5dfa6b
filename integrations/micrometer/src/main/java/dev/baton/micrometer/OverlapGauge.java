package dev.baton.micrometer;

import dev.baton.Election;
import dev.baton.Tenure;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * How many reigns of an election overlapped, from the history that its store keeps. Read in the background, after
 * each change of leader and at most every few seconds when somebody looks: looking never waits for the store.
 */
final class OverlapGauge {
    private static final long FRESH = 5_000_000_000L;

    private final Election election;
    private final AtomicBoolean reading = new AtomicBoolean();
    private volatile long count;
    private volatile long readAt = System.nanoTime() - FRESH;

    OverlapGauge(Election election) {
        this.election = election;
    }

    void mayHaveChanged() {
        readAt = System.nanoTime() - FRESH;
    }

    long count() {
        if (System.nanoTime() - readAt >= FRESH && reading.compareAndSet(false, true)) {
            readAt = System.nanoTime();
            CompletableFuture.supplyAsync(election::history).whenComplete(this::heard);
        }
        return count;
    }

    private void heard(@Nullable List<Tenure> history, @Nullable Throwable failure) {
        if (history != null) {
            count = Tenure.overlapping(history);
        }
        reading.set(false);
    }
}
