package dev.baton.lease;

import dev.baton.BatonClock;
import java.time.Duration;

/** Both clocks of a machine, moved by hand. */
final class HandClock implements BatonClock {
    private volatile long nanos = System.nanoTime();
    private volatile long wallMillis = 1_800_000_000_000L;

    @Override
    public long nanos() {
        return nanos;
    }

    @Override
    public long wallMillis() {
        return wallMillis;
    }

    synchronized void pass(Duration time) {
        nanos += time.toNanos();
        wallMillis += time.toMillis();
    }

    synchronized void stepWallClock(Duration by) {
        wallMillis += by.toMillis();
    }
}
