package dev.baton.internal.runtime;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits on a monitor until a condition holds. */
final class MonitorWait {

    private MonitorWait() {}

    /** Like {@link #until}, but an interrupt does not end the wait. The interrupt status is restored afterwards. */
    static boolean uninterruptedUntil(Object monitor, BooleanSupplier condition, Duration timeout) {
        long start = System.nanoTime();
        long limit = nanos(timeout);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return until(monitor, condition, Duration.ofNanos(limit - (System.nanoTime() - start)));
                } catch (InterruptedException kept) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Waits until the condition holds, and returns whether it did within the timeout. */
    static boolean until(Object monitor, BooleanSupplier condition, Duration timeout) throws InterruptedException {
        long start = System.nanoTime();
        long limit = nanos(timeout);
        synchronized (monitor) {
            while (!condition.getAsBoolean()) {
                long left = limit - (System.nanoTime() - start);
                if (left <= 0) {
                    return false;
                }
                // Poll as well: a leadership expires without a notification.
                TimeUnit.NANOSECONDS.timedWait(monitor, Math.min(left, TimeUnit.MILLISECONDS.toNanos(100)));
            }
            return true;
        }
    }

    /** Returns the time as nanoseconds: none for a negative one, and longer than a process runs for more than a year. */
    static long nanos(Duration timeout) {
        if (timeout.isNegative()) {
            return 0;
        }
        return timeout.compareTo(Duration.ofDays(365)) > 0 ? Long.MAX_VALUE : timeout.toNanos();
    }
}
