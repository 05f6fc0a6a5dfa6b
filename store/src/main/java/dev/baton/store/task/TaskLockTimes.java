package dev.baton.store.task;

import java.time.Duration;

/**
 * How long a task lock is held.
 *
 * @param atLeast the time for which the task is locked, even if it ends or crashes earlier
 * @param atMost the time after which another process may run the task, although its holder has not unlocked it
 */
public record TaskLockTimes(Duration atLeast, Duration atMost) {

    /** Checks the durations. */
    public TaskLockTimes {
        if (atLeast.isNegative()) {
            throw new IllegalArgumentException("atLeast must not be negative, but is " + atLeast.toMillis() + " ms");
        }
        if (atMost.isNegative() || atMost.isZero()) {
            throw new IllegalArgumentException("atMost must be positive, but is " + atMost.toMillis() + " ms");
        }
        if (atLeast.compareTo(atMost) > 0) {
            throw new IllegalArgumentException("atLeast must not be longer than atMost, but " + atLeast.toMillis()
                    + " ms is longer than " + atMost.toMillis() + " ms");
        }
    }
}
