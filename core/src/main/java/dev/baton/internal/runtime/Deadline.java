package dev.baton.internal.runtime;

import dev.baton.BatonClock;
import dev.baton.ClockReading;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The end of a leadership on both clocks. The earlier one counts. */
record Deadline(long nanos, long wallMillis) {

    static Deadline of(ClockReading countsFrom, Duration validity) {
        ClockReading end = countsFrom.plus(validity);
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
