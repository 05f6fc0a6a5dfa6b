package dev.baton.console;

import dev.baton.BatonClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** The system clock with a monotonic part that can be moved forward, so that instances age without waiting. */
final class SkippingClock implements BatonClock {
    private final AtomicLong skipped = new AtomicLong();

    void skip(Duration by) {
        skipped.addAndGet(by.toNanos());
    }

    @Override
    public long nanos() {
        return BatonClock.system().nanos() + skipped.get();
    }

    @Override
    public long wallMillis() {
        return BatonClock.system().wallMillis();
    }
}
