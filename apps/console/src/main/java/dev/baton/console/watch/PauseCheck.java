package dev.baton.console.watch;

import dev.baton.console.view.LiveInstances;
import java.time.Duration;
import java.util.Optional;

/**
 * Notices that the console itself did not run for a while: its clock was not read, although it is read at least every
 * {@link LiveInstances#CHECK_INTERVAL}. Statuses that were published meanwhile have not been read, so their instances must
 * not be reported as missing.
 */
final class PauseCheck {
    /** A longer time between two readings is a pause. */
    static final Duration MAX_GAP = LiveInstances.CHECK_INTERVAL.plusSeconds(3);

    private Optional<Long> last = Optional.empty();

    /** Returns the length of the pause that ended just now. */
    Optional<Duration> pauseBefore(long nanos) {
        Optional<Duration> gap = last.map(before -> Duration.ofNanos(nanos - before));
        last = Optional.of(nanos);
        return gap.filter(length -> length.compareTo(MAX_GAP) > 0);
    }
}
