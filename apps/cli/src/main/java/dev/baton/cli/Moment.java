package dev.baton.cli;

import java.time.Duration;
import java.time.Instant;

/**
 * A moment on two clocks: one to show, and one that nobody sets.
 *
 * @param nanos on the clock of {@link System#nanoTime}
 */
record Moment(Instant time, long nanos) {

    static Moment now() {
        return new Moment(Instant.now(), System.nanoTime());
    }

    Duration since(Moment earlier) {
        return Duration.ofNanos(nanos - earlier.nanos);
    }

    boolean isBefore(Moment other) {
        return nanos - other.nanos < 0;
    }
}
