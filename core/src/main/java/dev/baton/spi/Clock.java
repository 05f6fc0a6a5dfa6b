package dev.baton.spi;

import dev.baton.machine.Moment;

/** Both clocks of this machine, so that a test can be in charge of them. */
public interface Clock {

    /** Monotonic nanoseconds, as {@link System#nanoTime()}. */
    long nanos();

    /** Wall-clock milliseconds, as {@link System#currentTimeMillis()}. */
    long wallMillis();

    /** Both, read together. */
    default Moment now() {
        return new Moment(nanos(), wallMillis());
    }

    /** The clocks of this machine. */
    static Clock system() {
        return SystemClock.INSTANCE;
    }
}
