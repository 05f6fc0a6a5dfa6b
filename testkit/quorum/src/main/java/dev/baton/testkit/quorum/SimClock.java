package dev.baton.testkit.quorum;

import dev.baton.ClockReading;

/** The two clocks of one machine, which drift, jump and stand still. */
final class SimClock {
    private static final long WALL_START = 1_700_000_000_000L;

    private double rate = 1;
    private long since;
    private long nanosThen;
    private long wallThen = WALL_START * 1_000_000;
    private boolean suspended;

    SimClock(long nanosAtStart) {
        nanosThen = nanosAtStart;
    }

    long nanos(long real) {
        return suspended ? nanosThen : nanosThen + scaled(real);
    }

    long wallMillis(long real) {
        return (wallThen + scaled(real)) / 1_000_000;
    }

    ClockReading moment(long real) {
        return new ClockReading(nanos(real), wallMillis(real));
    }

    /** When the monotonic clock will show that, unless something happens to it before. */
    long realAt(long nanos) {
        return nanos <= nanosThen ? since : since + (long) ((nanos - nanosThen) / rate) + 1_000;
    }

    void drift(long real, double newRate) {
        settle(real);
        rate = newRate;
    }

    void stepWall(long real, long byNanos) {
        settle(real);
        wallThen += byNanos;
    }

    void suspend(long real, boolean stands) {
        settle(real);
        suspended = stands;
    }

    void reboot(long real, long uptime) {
        settle(real);
        suspended = false;
        nanosThen = uptime;
    }

    private void settle(long real) {
        long passed = scaled(real);
        nanosThen += suspended ? 0 : passed;
        wallThen += passed;
        since = real;
    }

    private long scaled(long real) {
        return (long) ((real - since) * rate);
    }
}
