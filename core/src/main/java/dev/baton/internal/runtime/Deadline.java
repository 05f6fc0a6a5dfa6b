package dev.baton.internal.runtime;

import dev.baton.BatonClock;
import dev.baton.ClockReading;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** When a leadership stops being valid, on both clocks: the sooner one counts. */
record Deadline(long nanos, long wallMillis) {

    static Deadline of(ClockReading countsFrom, Duration trust) {
        ClockReading end = countsFrom.plus(trust);
        return new Deadline(end.nanos(), end.wallMillis());
    }

    boolean passed(BatonClock clock) {
        return clock.wallMillis() >= wallMillis || clock.nanos() - nanos >= 0;
    }

    Duration remaining(BatonClock clock) {
        long byMonotonic = passed(clock) ? 0 : nanos - clock.nanos();
        long byWall = TimeUnit.MILLISECONDS.toNanos(wallMillis - clock.wallMillis());
        return Duration.ofNanos(Math.max(0, Math.min(byMonotonic, byWall)));
    }
}
