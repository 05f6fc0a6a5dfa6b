package dev.baton.console;

import dev.baton.BatonClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The system clock with a monotonic part that can be moved forward, so that instances age without waiting. It moves in
 * small steps, one for each reading: a console whose clock jumps takes it for a pause of its own.
 */
final class SkippingClock implements BatonClock {
    private static final long STEP = Duration.ofMillis(200).toNanos();

    private final AtomicLong skipped = new AtomicLong();
    private final AtomicLong target = new AtomicLong();

    void skip(Duration by) {
        target.addAndGet(by.toNanos());
    }

    /** Moves forward at once, as if the process had been stopped for that time. */
    void jump(Duration by) {
        target.addAndGet(by.toNanos());
        skipped.addAndGet(by.toNanos());
    }

    @Override
    public long nanos() {
        long moved = skipped.updateAndGet(before -> Math.min(target.get(), before + STEP));
        return BatonClock.system().nanos() + moved;
    }

    @Override
    public long wallMillis() {
        return BatonClock.system().wallMillis();
    }
}
