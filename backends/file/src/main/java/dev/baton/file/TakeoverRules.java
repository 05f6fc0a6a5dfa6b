package dev.baton.file;

import dev.baton.EndReason;
import dev.baton.file.process.OwnerEvidence;
import dev.baton.file.record.ClaimOwner;
import dev.baton.file.record.EpochState;
import dev.baton.file.record.LockRecord;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * The rules by which a candidate may take a claim, for one attempt. The caller holds the locks. Whichever rule lets the
 * candidate take the claim, {@link FileAcquisition} delays it while the command of the last tenure runs.
 *
 * @param localRival whether another candidate of this process holds a claim here, possibly under the same instance id
 */
record TakeoverRules(ClaimOwner self, boolean localRival, long wallMillis, OwnerEvidence evidence) {
    static final String LOCAL = "(local)";
    static final Duration RESERVATION = Duration.ofSeconds(2);

    private static final Duration JUST_AFTER = Duration.ofMillis(1);

    /** Decides about a record that this process has seen unchanged for the given time. */
    TakeoverDecision onRecord(LockRecord record, Duration unchanged) throws IOException {
        Duration byWall = LockRecord.STALE_AFTER.minus(record.age(wallMillis));
        return onRecord(record, unchanged, record.isStaleByWallClock(wallMillis), byWall);
    }

    /**
     * Decides about a record of a tenure of which this process has seen a later renewal. Its time says nothing: it is an
     * old copy, whose owner may be leading, or the wall clock was set back.
     */
    TakeoverDecision onOldCopy(LockRecord record, Duration unchanged) throws IOException {
        return onRecord(record, unchanged, false, LockRecord.STALE_AFTER);
    }

    private TakeoverDecision onRecord(LockRecord record, Duration unchanged, boolean stale, Duration byWall)
            throws IOException {
        ClaimOwner owner = record.owner();
        if (isOwn(owner)) {
            return new TakeoverDecision.Take(EndReason.EXPIRED);
        }
        if (stale || unchanged.compareTo(LockRecord.STALE_AFTER) > 0) {
            return new TakeoverDecision.Take(EndReason.EXPIRED);
        }
        if (evidence.hasEnded(owner).isProof()) {
            return new TakeoverDecision.Take(EndReason.SESSION_CLOSED);
        }
        Duration byMonotonic = LockRecord.STALE_AFTER.minus(unchanged);
        return waitFor(owner, record.epoch(), byWall.compareTo(byMonotonic) < 0 ? byWall : byMonotonic, true);
    }

    /**
     * Decides about a lock file that contained no claim for the given time.
     *
     * @param last the last known holder
     * @param reservationUnchanged for how long this process has seen the reservation, if there is one
     */
    TakeoverDecision onNoClaim(Optional<EpochState> last, Duration unchanged, Duration reservationUnchanged)
            throws IOException {
        if (last.isEmpty()) {
            return localRival && unchanged.compareTo(LockRecord.STALE_AFTER) <= 0
                    ? waitForLocal(LockRecord.STALE_AFTER.minus(unchanged))
                    : new TakeoverDecision.Take(EndReason.EXPIRED);
        }
        EpochState state = last.get();
        if (state.released()) {
            return onReleased(state, reservationUnchanged);
        }
        if (isOwn(state.holder())) {
            return new TakeoverDecision.Take(EndReason.EXPIRED);
        }
        if (evidence.hasEnded(state.holder()).isProof()) {
            return new TakeoverDecision.Take(EndReason.SESSION_CLOSED);
        }
        if (unchanged.compareTo(LockRecord.STALE_AFTER) > 0) {
            return new TakeoverDecision.Take(EndReason.EXPIRED);
        }
        return waitFor(state.holder(), state.epoch(), LockRecord.STALE_AFTER.minus(unchanged), false);
    }

    private boolean isOwn(ClaimOwner owner) {
        return owner.isSameAs(self) && !localRival;
    }

    private TakeoverDecision onReleased(EpochState state, Duration unchanged) {
        if (state.reservation().isPresent()) {
            EpochState.Reservation reserved = state.reservation().get();
            Duration age = Duration.ofMillis(Math.abs(wallMillis - reserved.at()));
            Duration left = RESERVATION.minus(age.compareTo(unchanged) > 0 ? age : unchanged);
            if (!reserved.instanceId().equals(self.instanceId()) && !left.isNegative()) {
                return new TakeoverDecision.Wait(
                        reserved.instanceId(), state.epoch(), Optional.of(left.plus(JUST_AFTER)), "", true);
            }
        }
        return new TakeoverDecision.Take(EndReason.RESIGNED);
    }

    /** The store was deleted under a candidate of this process, which restores it. */
    private static TakeoverDecision waitForLocal(Duration left) {
        return new TakeoverDecision.Wait(LOCAL, 0, Optional.of(left.plus(JUST_AFTER)), "", true);
    }

    private TakeoverDecision waitFor(ClaimOwner owner, long epoch, Duration left, boolean recorded) {
        String holder = owner.process().equals(self.process()) ? LOCAL : owner.instanceId();
        return new TakeoverDecision.Wait(holder, epoch, Optional.of(left.plus(JUST_AFTER)), owner.process(), recorded);
    }
}
