package dev.baton.internal.runtime;

import dev.baton.ClockReading;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Notices that the two clocks parted: a suspend, or a step of the wall clock. Then a deadline that was
 * fixed before may pass on one clock while the timers, which go by the other, are silent; as long as such
 * deadlines may stand, somebody has to look. While the clocks go together, nobody has to. Lives on the loop.
 */
final class ClockStepDetector {
    private static final long TOLERATED_MILLIS = 100;
    private static final long ALERT_NANOS = Duration.ofMinutes(5).toNanos();

    private long distance;
    private long alertUntil;

    ClockStepDetector(ClockReading now) {
        distance = distance(now);
        alertUntil = now.nanos();
    }

    /** Whether deadlines fixed before now cannot be left to the timers. */
    boolean mustLook(ClockReading now) {
        long apart = distance(now);
        if (Math.abs(apart - distance) > TOLERATED_MILLIS) {
            distance = apart;
            alertUntil = now.nanos() + ALERT_NANOS;
        }
        return alertUntil - now.nanos() > 0;
    }

    private static long distance(ClockReading now) {
        return now.wallMillis() - TimeUnit.NANOSECONDS.toMillis(now.nanos());
    }
}
