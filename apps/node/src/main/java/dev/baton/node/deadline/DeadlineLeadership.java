package dev.baton.node.deadline;

import dev.baton.BatonClock;
import dev.baton.ClockReading;
import dev.baton.EndReason;
import dev.baton.Leadership;
import java.time.Duration;
import java.util.Optional;

/**
 * A leadership that another process grants: valid until a deadline on the clocks that all processes of a machine share,
 * or until {@link #end}. Once {@link #isValid} has returned false, it stays false.
 */
public final class DeadlineLeadership implements Leadership {
    private final String election;
    private final String instanceId;
    private final long epoch;
    private final BatonClock clock;
    private volatile ClockReading deadline;
    private volatile boolean ended;

    public DeadlineLeadership(String election, String instanceId, long epoch, ClockReading deadline, BatonClock clock) {
        this.election = election;
        this.instanceId = instanceId;
        this.epoch = epoch;
        this.deadline = deadline;
        this.clock = clock;
    }

    /** Returns the same leadership with another epoch. */
    public DeadlineLeadership withEpoch(long other) {
        return new DeadlineLeadership(election, instanceId, other, deadline, clock);
    }

    /** Moves the deadline, unless it has passed. */
    public void extend(ClockReading until) {
        if (isValid()) {
            deadline = until;
        }
    }

    /** Moves the deadline even if it has passed, as long as this leadership was not used or ended since. */
    public void renew(ClockReading until) {
        deadline = until;
    }

    /** Ends this leadership now. */
    public void end() {
        ended = true;
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
        if (remaining().isZero()) {
            ended = true;
        }
        return !ended;
    }

    @Override
    public Duration remaining() {
        if (ended) {
            return Duration.ZERO;
        }
        ClockReading until = deadline;
        ClockReading now = clock.now();
        long nanos = Math.min(until.nanos() - now.nanos(), (until.wallMillis() - now.wallMillis()) * 1_000_000);
        return Duration.ofNanos(Math.max(0, nanos));
    }

    @Override
    public Optional<EndReason> endReason() {
        return Optional.empty();
    }
}
