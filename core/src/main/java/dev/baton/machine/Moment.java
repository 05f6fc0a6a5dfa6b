package dev.baton.machine;

import java.time.Duration;

/**
 * One instant on both clocks: monotonic nanoseconds, which decide, and wall-clock milliseconds, which
 * may only end a leadership early (a suspended machine stops the monotonic clock, not the wall clock).
 */
public record Moment(long nanos, long wallMillis) {

    /** This moment moved forward on both clocks. */
    public Moment plus(Duration by) {
        return new Moment(nanos + by.toNanos(), wallMillis + by.toMillis());
    }
}
