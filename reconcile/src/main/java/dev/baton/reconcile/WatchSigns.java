package dev.baton.reconcile;

import java.time.Duration;

/**
 * The signs of life of one watch. A connection that was cut without notice reports nothing, like one on which nothing
 * happens. So what the driver lists is compared with what the watch has reported. If they agree, that is a sign of life too,
 * unless the watch has missed something before and has reported nothing since. The caller supplies the time. Not thread-safe.
 */
final class WatchSigns {
    private long lastNanos;
    private boolean missedSomething;

    WatchSigns(long nowNanos) {
        lastNanos = nowNanos;
    }

    /** The watch itself has reported something. */
    void reported(long nowNanos) {
        lastNanos = nowNanos;
        missedSomething = false;
    }

    /** All that the driver listed at this time had been reported. */
    void confirmed(long atNanos) {
        if (!missedSomething && atNanos - lastNanos > 0) {
            lastNanos = atNanos;
        }
    }

    /** The driver listed something that had not been reported. It may still be on its way. */
    void contradicted() {
        missedSomething = true;
    }

    Duration silentFor(long nowNanos) {
        return Duration.ofNanos(Math.max(0, nowNanos - lastNanos));
    }
}
