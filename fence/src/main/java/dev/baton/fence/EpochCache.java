package dev.baton.fence;

import dev.baton.Leadership;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The epochs that were found to be current, each with the state of the sequence that every raise moves. While
 * the sequence stands still, so do the epochs.
 *
 * <p>A sequence begins at a number of its own, by chance, so that one of another database, or one that was
 * made anew, does not stand where the first did. A row that was changed by hand moves nothing: it is found
 * when the epoch is compared again, which is done once a second whatever the sequence says.
 */
final class EpochCache {
    /** A sequence that cannot be read. */
    static final long UNKNOWN = 0;

    private static final long LASTING = Duration.ofSeconds(1).toNanos();

    private record Compared(long epoch, long raises, long at) {}

    private final Map<String, Compared> last = new ConcurrentHashMap<>();

    /** Whether the epoch is known to be current, with the sequence where it is now. */
    boolean holds(Leadership leadership, long raises) {
        Compared known = last.get(leadership.election());
        return known != null
                && raises != UNKNOWN
                && known.raises() == raises
                && known.epoch() == leadership.epoch()
                && System.nanoTime() - known.at() < LASTING;
    }

    /** Remembers an epoch that was just found to be current, under the lock that keeps it so. */
    void learn(Leadership leadership, long raises) {
        last.put(leadership.election(), new Compared(leadership.epoch(), raises, System.nanoTime()));
    }
}
