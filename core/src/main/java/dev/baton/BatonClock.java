package dev.baton;

/**
 * The monotonic and the wall clock of this machine. A test can supply its own.
 *
 * <pre>{@code
 * Baton baton = Baton.builder().url(url).clock(testClock).connect();
 * }</pre>
 */
public interface BatonClock {

    /** Returns monotonic nanoseconds, like {@link System#nanoTime()}. */
    long nanos();

    /** Returns wall-clock milliseconds, like {@link System#currentTimeMillis()}. */
    long wallMillis();

    /** Returns a reading of both clocks. */
    default ClockReading now() {
        return new ClockReading(nanos(), wallMillis());
    }

    /** Returns the clocks of this machine. */
    static BatonClock system() {
        return SystemClock.INSTANCE;
    }
}
