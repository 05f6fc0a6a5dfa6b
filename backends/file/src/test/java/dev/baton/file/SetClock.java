package dev.baton.file;

import dev.baton.BatonClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Clocks that stand still until a test moves them, together or one of them. */
final class SetClock implements BatonClock {
    private final AtomicLong nanos = new AtomicLong(1_000_000_000L);
    private final AtomicLong wallMillis = new AtomicLong(System.currentTimeMillis());

    @Override
    public long nanos() {
        return nanos.get();
    }

    @Override
    public long wallMillis() {
        return wallMillis.get();
    }

    void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
        wallMillis.addAndGet(time.toMillis());
    }

    void stepWall(Duration step) {
        wallMillis.addAndGet(step.toMillis());
    }
}
