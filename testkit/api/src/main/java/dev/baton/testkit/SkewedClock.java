package dev.baton.testkit;

import dev.baton.BatonClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** The machine's clocks, with a wall clock that can be stepped away from the monotonic one. */
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

    /** Steps the wall clock, either way. */
    public void stepWallClock(Duration by) {
        wallOffsetMillis.addAndGet(by.toMillis());
    }

    /** As after a suspend of the machine: the wall clock went on, the monotonic clock stood still. */
    public void suspend(Duration by) {
        stepWallClock(by);
    }
}
