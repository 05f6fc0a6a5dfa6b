package dev.baton.internal.runtime;

import dev.baton.BatonClock;
import java.time.Duration;

/** Clocks that a test moves by hand. */
final class HandClock implements BatonClock {
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

    /** One nanosecond on the monotonic clock. */
    synchronized void tick() {
        nanos++;
    }
}
