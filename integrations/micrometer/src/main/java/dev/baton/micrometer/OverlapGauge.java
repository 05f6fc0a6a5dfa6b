package dev.baton.micrometer;

import dev.baton.Election;
import dev.baton.Tenure;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The number of overlapping pairs of tenures in the history of an election. The history is read in the background,
 * after a change of leader or when the value is five seconds old, so that a scrape does not wait for the store. Only the
 * first reading is waited for, up to a second: an unknown number must not be served as 0.
 */
final class OverlapGauge {
    private static final long FRESH_NANOS = 5_000_000_000L;

    private static final long MAX_WAIT_MILLIS = 1_000;

    private final Election election;
    private final AtomicBoolean reading = new AtomicBoolean();
    private volatile CompletableFuture<?> latest = CompletableFuture.completedFuture(null);
    private volatile Number count = Double.NaN;
    private volatile long readAt;

    OverlapGauge(Election election) {
        this.election = election;
        invalidate();
    }

    void invalidate() {
        readAt = System.nanoTime() - FRESH_NANOS;
    }

    /** Returns the number, or NaN if it is unknown. */
    Number count() {
        if (System.nanoTime() - readAt >= FRESH_NANOS && reading.compareAndSet(false, true)) {
            readAt = System.nanoTime();
            latest = CompletableFuture.supplyAsync(election::history)
                    .handle(this::update)
                    .completeOnTimeout(false, MAX_WAIT_MILLIS, TimeUnit.MILLISECONDS);
        }
        if (Double.isNaN(count.doubleValue())) {
            latest.join();
        }
        return count;
    }

    private boolean update(@Nullable List<Tenure> history, @Nullable Throwable failure) {
        if (history != null) {
            count = Tenure.overlappingPairs(history);
        }
        reading.set(false);
        return history != null;
    }
}
