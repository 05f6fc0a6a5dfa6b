package dev.baton.fence;

import dev.baton.Leadership;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Epochs that were found to be current, each with the value of the sequence that every raise advances. While the sequence
 * is unchanged, so are the epochs.
 *
 * <p>Each sequence starts at a random value, so that the sequence of another database, or a recreated one, has other
 * values. A row that was changed by hand does not advance the sequence. Therefore the epoch is compared again after a
 * second in any case.
 */
final class EpochCache {
    private static final long MAX_AGE_NANOS = Duration.ofSeconds(1).toNanos();

    private record Entry(long epoch, Optional<String> tenureId, RaiseMark raises, long comparedAt) {}

    private final Map<String, Entry> entries = new ConcurrentHashMap<>();

    /** Returns whether the epoch is known to be current, given the present state of the sequence. */
    boolean isCurrent(Leadership leadership, RaiseMark raises) {
        Entry known = entries.get(leadership.election());
        return known != null
                && raises.value() != RaiseMark.UNKNOWN
                && known.raises().equals(raises)
                && known.epoch() == leadership.epoch()
                && known.tenureId().equals(leadership.tenureId())
                && System.nanoTime() - known.comparedAt() < MAX_AGE_NANOS;
    }

    /** Stores an epoch that was just found to be current. The caller must hold the guard. */
    void put(Leadership leadership, RaiseMark raises) {
        entries.put(
                leadership.election(), new Entry(leadership.epoch(), leadership.tenureId(), raises, System.nanoTime()));
    }
}
