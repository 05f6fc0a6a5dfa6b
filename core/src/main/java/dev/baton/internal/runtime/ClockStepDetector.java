package dev.baton.internal.runtime;

import dev.baton.ClockReading;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Detects that the wall clock and the monotonic clock moved apart: after a suspend or a step of the wall clock. A
 * deadline set before that can pass on the wall clock while the timers, which use the monotonic clock, do not fire.
 * For some minutes the deadlines must then be checked directly. Used only on the event loop.
 */
final class ClockStepDetector {
    private static final long TOLERATED_MILLIS = 100;
    private static final long CHECK_NANOS = Duration.ofMinutes(5).toNanos();

    private long offset;
    private long checkUntil;

    ClockStepDetector(ClockReading now) {
        offset = offset(now);
        checkUntil = now.nanos();
    }

    /** Returns whether the deadlines must be checked, because the timers may miss one. */
    boolean mustCheckDeadlines(ClockReading now) {
        long current = offset(now);
        if (Math.abs(current - offset) > TOLERATED_MILLIS) {
            offset = current;
            checkUntil = now.nanos() + CHECK_NANOS;
        }
        return checkUntil - now.nanos() > 0;
    }

    private static long offset(ClockReading now) {
        return now.wallMillis() - TimeUnit.NANOSECONDS.toMillis(now.nanos());
    }
}
