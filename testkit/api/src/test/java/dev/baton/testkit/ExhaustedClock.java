package dev.baton.testkit;

import dev.baton.BatonClock;

/** A clock on which one reading fails for lack of memory. */
final class ExhaustedClock implements BatonClock {
    private final BatonClock real;
    private volatile boolean exhausted;
    private volatile boolean thrown;

    ExhaustedClock(BatonClock real) {
        this.real = real;
    }

    /** Makes the next reading of the monotonic clock fail. */
    void exhaust() {
        thrown = false;
        exhausted = true;
    }

    /** Returns whether the reading has failed. */
    boolean hasThrown() {
        return thrown;
    }

    @Override
    public long nanos() {
        if (exhausted) {
            exhausted = false;
            thrown = true;
            throw new OutOfMemoryError("planted");
        }
        return real.nanos();
    }

    @Override
    public long wallMillis() {
        return real.wallMillis();
    }
}
