package dev.baton.file;

import dev.baton.BatonClock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that only the test advances. */
final class ManualClock implements BatonClock {
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

    void advance(Duration time) {
        nanos.addAndGet(time.toNanos());
        wallMillis.addAndGet(time.toMillis());
    }

    void setWall(Instant time) {
        wallMillis.set(time.toEpochMilli());
    }

    void stepWall(Duration step) {
        wallMillis.addAndGet(step.toMillis());
    }
}
