package dev.baton.internal.runtime;

import dev.baton.BatonClock;
import java.time.Duration;

/** Clocks that move only when the test moves them. */
final class ManualClock implements BatonClock {
    private volatile long nanos;
    private volatile long wallMillis;

    @Override
    public long nanos() {
        return nanos;
    }

    @Override
    public long wallMillis() {
        return wallMillis;
    }

    synchronized void advance(Duration by) {
        nanos += by.toNanos();
        wallMillis += by.toMillis();
    }

    synchronized void stepWall(Duration by) {
        wallMillis += by.toMillis();
    }

    /** Moves the monotonic clock by one nanosecond. */
    synchronized void tick() {
        nanos++;
    }
}
