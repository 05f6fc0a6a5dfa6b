package dev.baton.internal.runtime;

import dev.baton.BatonClock;
import dev.baton.EndReason;
import dev.baton.Leadership;
import java.time.Duration;
import java.util.Optional;
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
    private static final Deadline ENDED = new Deadline(Long.MIN_VALUE, Long.MIN_VALUE);

    private static final AtomicReferenceFieldUpdater<TimedLeadership, Deadline> CURRENT =
            AtomicReferenceFieldUpdater.newUpdater(TimedLeadership.class, Deadline.class, "current");

    private final String election;
    private final String instanceId;
    private final long epoch;
    private final BatonClock clock;
    private volatile Deadline current;
    private volatile @Nullable EndReason endReason;

    TimedLeadership(String election, String instanceId, long epoch, Deadline deadline, BatonClock clock) {
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
    public boolean isValid() {
        while (true) {
            Deadline deadline = current;
            if (!deadline.passed(clock)) {
                return true;
            }
            if (CURRENT.compareAndSet(this, deadline, ENDED)) {
                return false;
            }
        }
    }

    @Override
    public Duration remaining() {
        Deadline deadline = current;
        return isValid() ? deadline.remaining(clock) : Duration.ZERO;
    }

    @Override
    public Optional<EndReason> endReason() {
        return Optional.ofNullable(endReason);
    }

    /** Moves the deadline and returns true, or returns false if it has passed. */
    boolean extend(Deadline later) {
        while (isValid()) {
            Deadline deadline = current;
            if (!deadline.passed(clock) && CURRENT.compareAndSet(this, deadline, later)) {
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

    @Override
    public String toString() {
        return "leadership of " + election + " by " + instanceId + " with epoch " + epoch;
    }
}
