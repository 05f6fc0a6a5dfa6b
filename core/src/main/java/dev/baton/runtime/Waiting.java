package dev.baton.runtime;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits on a monitor until a condition holds. */
final class Waiting {

    private Waiting() {}

    /** Whether the condition held within the timeout. */
    static boolean until(Object monitor, BooleanSupplier condition, Duration timeout) throws InterruptedException {
        long start = System.nanoTime();
        long limit = timeout.compareTo(Duration.ofDays(365)) > 0 ? Long.MAX_VALUE : timeout.toNanos();
        synchronized (monitor) {
            while (!condition.getAsBoolean()) {
                long left = limit - (System.nanoTime() - start);
                if (left <= 0) {
                    return false;
                }
                // Bounded, because a leadership may also turn valid or invalid without a notification.
                TimeUnit.NANOSECONDS.timedWait(monitor, Math.min(left, TimeUnit.MILLISECONDS.toNanos(100)));
            }
            return true;
        }
    }
}
