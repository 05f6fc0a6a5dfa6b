package dev.baton.testkit;

import dev.baton.BatonClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** The clocks of this machine, with a wall clock that a test can step. */
public final class SkewedClock implements BatonClock {
    private final AtomicLong wallOffsetMillis = new AtomicLong();

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public long wallMillis() {
        return System.currentTimeMillis() + wallOffsetMillis.get();
    }

    /** Steps the wall clock forward or backward. */
    public void stepWallClock(Duration by) {
        wallOffsetMillis.addAndGet(by.toMillis());
    }

    /** Simulates a suspend: the wall clock moves forward, the monotonic clock does not. */
    public void suspend(Duration by) {
        stepWallClock(by);
    }
}
