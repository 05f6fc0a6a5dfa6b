package dev.baton.quorum;

import dev.baton.ClockReading;
import dev.baton.EndReason;
import dev.baton.quorum.step.StepDownCause;
import dev.baton.spi.Claim;
import dev.baton.spi.RenewOutcome;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The tenure of this member in one election: its epoch, its validity, and the local candidate that gets its claim. A claim
 * is won for a candidate, then checked, and then delivered once. Used only by the member's thread.
 */
final class LocalTenure {
    private @Nullable QuorumContender holder;
    /** Whether no running command of an earlier tenure keeps the holder from its claim. */
    private boolean checked;
    /** Whether the holder has received the claim. */
    private boolean delivered;

    private long epoch;
    /** The highest epoch of a tenure that is known to have ended. */
    private long endedEpoch;

    private long validUntil = Long.MIN_VALUE;
    private ClockReading validFrom = new ClockReading(0, 0);
    /** When a majority last responded. The validity may begin long before that, if other members have shorter leases. */
    private long extendedAt;

    Optional<QuorumContender> holder() {
        return Optional.ofNullable(holder);
    }

    boolean isHeld() {
        return holder != null;
    }

    boolean isHeldBy(QuorumContender contender) {
        return holder == contender;
    }

    /** Returns whether a local candidate has received the claim. */
    boolean isDelivered() {
        return delivered && holder != null;
    }

    boolean isChecked() {
        return checked;
    }

    long epoch() {
        return epoch;
    }

    long endedEpoch() {
        return endedEpoch;
    }

    /** Returns the end of the last lease that the node granted. */
    long validUntil() {
        return validUntil;
    }

    /** Returns for how long the last lease has been over; a member that was frozen notices its end late. */
    Duration overdue(long nanos) {
        return Duration.ofNanos(Math.max(0, nanos - validUntil));
    }

    /** Returns from when the last lease counts, for a candidate whose clocks differ from the member's by the offset. */
    ClockReading validFrom(ClockReading offset) {
        return new ClockReading(validFrom.nanos(), validFrom.wallMillis() + offset.wallMillis());
    }

    /** Returns whether the candidate has won this epoch, and its claim is not checked yet. */
    boolean isUnchecked(QuorumContender winner, long term) {
        return holder == winner && epoch == term && !checked;
    }

    /** Returns whether the candidate has won this epoch, and has not received its claim. */
    boolean isUndelivered(QuorumContender winner, long term) {
        return holder == winner && epoch == term && !delivered;
    }

    /** Returns whether this is the claim that the holder has received. */
    boolean matches(Claim claim) {
        QuorumContender current = holder;
        return current != null
                && delivered
                && claim.epoch() == epoch
                && claim.instanceId().equals(current.settings.instanceId());
    }

    /**
     * Extends the validity.
     *
     * @param nanos length of the lease, counted from the reading
     * @param lease length of the lease that candidates count with: the validity begins as long before its end
     */
    void extend(long nanos, Duration lease, ClockReading at) {
        extendedAt = at.nanos();
        validUntil = at.nanos() + nanos;
        Duration back = Duration.ofNanos(nanos).minus(lease);
        validFrom = new ClockReading(at.nanos() + back.toNanos(), at.wallMillis() + back.toMillis() - 1);
    }

    /** Begins a tenure that no candidate gets, because none is left. */
    void begin(long term) {
        epoch = term;
    }

    void begin(long term, QuorumContender winner) {
        epoch = term;
        holder = winner;
        checked = false;
        delivered = false;
        endedEpoch = Math.max(endedEpoch, term - 1);
    }

    void check() {
        checked = true;
    }

    void deliver() {
        delivered = true;
    }

    /** Confirms the claim of the holder, if a majority has responded recently. */
    RenewOutcome renew(Claim claim, ClockReading offset, long nanos, Duration heartbeat) {
        if (!matches(claim)) {
            return new RenewOutcome.Gone(EndReason.TAKEN_OVER);
        }
        long age = nanos - extendedAt;
        if (age > heartbeat.multipliedBy(2).toNanos()) {
            return new RenewOutcome.Unknown(
                    new IOException("no response from a majority for " + age / 1_000_000 + " ms"));
        }
        return new RenewOutcome.Renewed(validFrom(offset));
    }

    static EndReason endReason(StepDownCause cause) {
        return switch (cause) {
            case QUORUM_LOST, NEVER_ACTIVE -> EndReason.UNREACHABLE;
            case HIGHER_TERM -> EndReason.TAKEN_OVER;
            case REMOVED -> EndReason.SESSION_CLOSED;
            case RESIGNED -> EndReason.RESIGNED;
        };
    }

    /** Removes the holder. Returns whether it had received the claim. */
    boolean end() {
        boolean led = delivered;
        holder = null;
        delivered = false;
        endedEpoch = Math.max(endedEpoch, epoch);
        return led;
    }
}
