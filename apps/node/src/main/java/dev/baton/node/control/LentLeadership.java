package dev.baton.node.control;

import dev.baton.BatonClock;
import dev.baton.ClockReading;
import dev.baton.EndReason;
import dev.baton.Leadership;
import dev.baton.node.database.JobDatabase;
import java.time.Duration;
import java.util.Optional;

/**
 * A leadership that another process holds and lends: valid until a deadline on the clocks that all processes of a
 * machine share, or until it is ended. Once invalid it stays so.
 */
public final class LentLeadership implements Leadership {
    private final String nodeId;
    private final long epoch;
    private final BatonClock clock;
    private volatile ClockReading deadline;
    private volatile boolean ended;

    public LentLeadership(String nodeId, long epoch, ClockReading deadline, BatonClock clock) {
        this.nodeId = nodeId;
        this.epoch = epoch;
        this.deadline = deadline;
        this.clock = clock;
    }

    /** The same mandate under another epoch. */
    public LentLeadership withEpoch(long other) {
        return new LentLeadership(nodeId, other, deadline, clock);
    }

    /** Makes it last until then, unless it is over already. */
    public void extend(ClockReading until) {
        if (isValid()) {
            deadline = until;
        }
    }

    /** Ends it now. */
    public void end() {
        ended = true;
    }

    @Override
    public String election() {
        return JobDatabase.ELECTION;
    }

    @Override
    public String instanceId() {
        return nodeId;
    }

    @Override
    public long epoch() {
        return epoch;
    }

    @Override
    public boolean isValid() {
        if (ended) {
            return false;
        }
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
        return nanos <= 0 ? Duration.ZERO : Duration.ofNanos(nanos);
    }

    @Override
    public Optional<EndReason> endReason() {
        return Optional.empty();
    }
}
