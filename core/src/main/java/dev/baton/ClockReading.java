package dev.baton;

import java.time.Duration;
import java.util.Objects;

/**
 * A simultaneous reading of both clocks.
 *
 * <p>The monotonic time decides. The wall time can only end a leadership early: while a machine is suspended, the
 * monotonic clock stops and the wall clock continues.
 *
 * <pre>{@code
 * ClockReading deadline = clock.now().plus(Duration.ofSeconds(10));
 * }</pre>
 *
 * @param nanos monotonic nanoseconds
 * @param wallMillis wall-clock milliseconds
 */
public record ClockReading(long nanos, long wallMillis) {

    /** Returns this reading moved forward on both clocks. */
    public ClockReading plus(Duration by) {
        Objects.requireNonNull(by, "by");
        return new ClockReading(nanos + by.toNanos(), wallMillis + by.toMillis());
    }
}
