package dev.baton.internal.machine;

import java.time.Duration;

/**
 * The delay after failed work: one second, doubled with every failure, a minute at most. A minute of work without a
 * failure resets it.
 *
 * @param failures the number of failures in a row
 */
public record WorkBackoff(int failures) {
    public static final WorkBackoff NONE = new WorkBackoff(0);

    private static final Duration MAX_DELAY = Duration.ofSeconds(60);
    private static final Duration RESET_AFTER = Duration.ofSeconds(60);
    /** Two to this power is more than the longest delay. */
    private static final int MAX_DOUBLINGS = 6;

    /** Returns the backoff after work that failed after the given time. */
    public WorkBackoff failedAfter(Duration worked) {
        return new WorkBackoff(worked.compareTo(RESET_AFTER) >= 0 ? 1 : Math.min(failures, MAX_DOUBLINGS) + 1);
    }

    /** Returns the delay before the work may run again. */
    public Duration delay() {
        Duration doubled = Duration.ofSeconds(1L << Math.min(MAX_DOUBLINGS, Math.max(0, failures - 1)));
        return doubled.compareTo(MAX_DELAY) < 0 ? doubled : MAX_DELAY;
    }
}
