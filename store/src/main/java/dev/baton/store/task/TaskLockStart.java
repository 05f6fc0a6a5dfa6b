package dev.baton.store.task;

import dev.baton.support.json.JsonFields;
import dev.baton.support.process.SystemBoot;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The time at which a task was locked, on several clocks. On a store of one machine the time since boot decides while that
 * boot lasts, because nobody can set it.
 *
 * @param clockMillis by the database's clock, in milliseconds since 1970; 0 if unknown
 * @param uptimeMillis in milliseconds since the boot of the machine, suspended times included; 0 if unknown
 * @param monotonicNanos by the monotonic clock of the machine, which stops while it is suspended
 */
record TaskLockStart(long clockMillis, long uptimeMillis, long monotonicNanos) {
    /** More than the hundredths of a second that the kernel shows, twice: a lock must not end too early because of them. */
    private static final long UPTIME_STEP = 20;

    /** @param clockMillis the database's clock, read before this call */
    static TaskLockStart now(long clockMillis, Optional<SystemBoot> boot) {
        return new TaskLockStart(
                clockMillis, boot.map(present -> present.uptime().toMillis()).orElse(0L), System.nanoTime());
    }

    static TaskLockStart read(JsonFields fields) {
        return new TaskLockStart(
                fields.numberOrZero("locked_at_ms"),
                fields.numberOrZero("locked_uptime_ms"),
                fields.numberOrZero("locked_monotonic_ns"));
    }

    void addTo(Map<String, @Nullable Object> object) {
        object.put("locked_at_ms", clockMillis);
        object.put("locked_uptime_ms", uptimeMillis);
        object.put("locked_monotonic_ns", monotonicNanos);
    }

    /**
     * Returns the time by the clock that the record was written with, as if nobody had set that clock since.
     *
     * @param bootId the boot in which the task was locked
     * @param otherwise the database's clock now; the result if the record is from another boot, or that is unknown
     */
    long elapsedClock(String bootId, Optional<SystemBoot> present, long otherwise) {
        return present.filter(
                        boot -> clockMillis > 0 && uptimeMillis > 0 && boot.id().equals(bootId))
                .map(boot -> clockMillis + elapsedMillis(boot.uptime().toMillis() - uptimeMillis, System.nanoTime()))
                .orElse(otherwise);
    }

    /** The monotonic clock is exact. The uptime shows whether it was stopped meanwhile. */
    private long elapsedMillis(long byUptime, long nanos) {
        long exact = Duration.ofNanos(nanos - monotonicNanos).toMillis();
        boolean stopped = Math.abs(exact - byUptime) > UPTIME_STEP;
        return Math.max(0, stopped ? byUptime - UPTIME_STEP : exact);
    }

    /**
     * Returns whether the lock was taken so far in the future that a clock was wrong, then or now: further away than the
     * whole lock is long.
     */
    boolean isByWrongClock(long until, long now) {
        return clockMillis > 0 && until - now > 2 * (until - clockMillis);
    }
}
