package dev.baton.testkit.quorum;

import dev.baton.ClockReading;

/** The monotonic and the wall clock of one machine, which drift, jump and stop. */
final class SimClock {
    private static final long WALL_START = 1_700_000_000_000L;

    private double rate = 1;
    private long baseReal;
    private long baseNanos;
    private long baseWall = WALL_START * 1_000_000;
    private boolean suspended;

    SimClock(long startNanos) {
        baseNanos = startNanos;
    }

    long nanos(long real) {
        return suspended ? baseNanos : baseNanos + scaled(real);
    }

    long wallMillis(long real) {
        return (baseWall + scaled(real)) / 1_000_000;
    }

    ClockReading reading(long real) {
        return new ClockReading(nanos(real), wallMillis(real));
    }

    /** Returns the real time at which the monotonic clock reaches a value, unless the clock changes before. */
    long realAt(long nanos) {
        return nanos <= baseNanos ? baseReal : baseReal + (long) ((nanos - baseNanos) / rate) + 1_000;
    }

    void setRate(long real, double newRate) {
        rebase(real);
        rate = newRate;
    }

    void stepWall(long real, long byNanos) {
        rebase(real);
        baseWall += byNanos;
    }

    void setSuspended(long real, boolean isSuspended) {
        rebase(real);
        suspended = isSuspended;
    }

    void reboot(long real, long uptime) {
        rebase(real);
        suspended = false;
        baseNanos = uptime;
    }

    private void rebase(long real) {
        long passed = scaled(real);
        baseNanos += suspended ? 0 : passed;
        baseWall += passed;
        baseReal = real;
    }

    private long scaled(long real) {
        return (long) ((real - baseReal) * rate);
    }
}
