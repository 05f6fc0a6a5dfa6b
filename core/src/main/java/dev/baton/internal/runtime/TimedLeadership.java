package dev.baton.internal.runtime;

import dev.baton.BatonClock;
import dev.baton.ClockReading;
import dev.baton.EndReason;
import dev.baton.Leadership;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * A leadership with a deadline that can be extended only while it is valid.
 *
 * <p>A reader that finds the deadline passed ends the leadership with the same compare-and-set that an extension uses.
 * So no thread sees false and then true.
 */
final class TimedLeadership implements Leadership {
    /** A deadline that has passed on every clock. */
    private static final ClockReading ENDED = new ClockReading(Long.MIN_VALUE, Long.MIN_VALUE);

    private static final AtomicReferenceFieldUpdater<TimedLeadership, ClockReading> CURRENT =
            AtomicReferenceFieldUpdater.newUpdater(TimedLeadership.class, ClockReading.class, "current");

    private final String election;
    private final String instanceId;
    private final long epoch;
    private final Optional<String> tenureId;
    private final BatonClock clock;
    private volatile ClockReading current;
    private volatile @Nullable EndReason endReason;

    TimedLeadership(String election, String instanceId, long epoch, ClockReading deadline, BatonClock clock) {
        this(election, instanceId, epoch, Optional.empty(), deadline, clock);
    }

    TimedLeadership(
            String election,
            String instanceId,
            long epoch,
            Optional<String> tenureId,
            ClockReading deadline,
            BatonClock clock) {
        this.tenureId = tenureId;
        this.election = election;
        this.instanceId = instanceId;
        this.epoch = epoch;
        this.clock = clock;
        this.current = deadline;
    }

    @Override
    public String election() {
        return election;
    }

    @Override
    public String instanceId() {
        return instanceId;
    }

    @Override
    public long epoch() {
        return epoch;
    }

    @Override
    public Optional<String> tenureId() {
        return tenureId;
    }

    @Override
    public boolean isValid() {
        while (true) {
            ClockReading deadline = current;
            if (!passed(deadline)) {
                return true;
            }
            if (CURRENT.compareAndSet(this, deadline, ENDED)) {
                return false;
            }
        }
    }

    @Override
    public Duration remaining() {
        ClockReading deadline = current;
        if (!isValid() || passed(deadline)) {
            return Duration.ZERO;
        }
        long byMonotonic = deadline.nanos() - clock.nanos();
        long byWall = TimeUnit.MILLISECONDS.toNanos(deadline.wallMillis() - clock.wallMillis());
        return Duration.ofNanos(Math.max(0, Math.min(byMonotonic, byWall)));
    }

    @Override
    public Optional<EndReason> endReason() {
        return Optional.ofNullable(endReason);
    }

    /** Moves the deadline and returns true, or returns false if it has passed. */
    boolean extend(ClockReading later) {
        while (isValid()) {
            ClockReading deadline = current;
            if (!passed(deadline) && CURRENT.compareAndSet(this, deadline, later)) {
                return true;
            }
        }
        return false;
    }

    /** Ends the leadership now. The first reason is kept. */
    void end(EndReason reason) {
        if (endReason == null) {
            endReason = reason;
        }
        current = ENDED;
    }

    /** A deadline is a time on both clocks. The earlier one counts. */
    private boolean passed(ClockReading deadline) {
        return clock.wallMillis() >= deadline.wallMillis() || clock.nanos() - deadline.nanos() >= 0;
    }

    @Override
    public String toString() {
        return "leadership of " + election + " by " + instanceId + " with epoch " + epoch;
    }
}
