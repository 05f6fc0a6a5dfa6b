package dev.baton.testkit;

import dev.baton.BatonClock;
import java.time.Duration;

/**
 * Clocks that move only when a test moves them. For code that reads a clock but sets no timers; use {@link VirtualTime}
 * for a whole connection. Thread-safe.
 *
 * <pre>{@code
 * ManualClock clock = new ManualClock();
 * Backend backend = new MyBackend(clock);
 * clock.advance(Duration.ofSeconds(10));
 * }</pre>
 */
public final class ManualClock implements BatonClock {
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

    /** Moves both clocks forward. */
    public synchronized void advance(Duration by) {
        nanos += by.toNanos();
        wallMillis += by.toMillis();
    }

    /** Steps the wall clock alone, forward or backward. A forward step is also what a suspend looks like. */
    public synchronized void stepWallClock(Duration by) {
        wallMillis += by.toMillis();
    }
}
