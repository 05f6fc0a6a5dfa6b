package dev.baton.file;

import dev.baton.EndReason;
import dev.baton.file.process.Life;
import dev.baton.file.record.ClaimOwner;
import dev.baton.file.record.EpochState;
import dev.baton.file.record.LockRecord;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * The rules of taking a claim, for one look of one candidate at one lock file. The caller holds the locks.
 *
 * @param localRival whether another candidate of this very process holds a claim here, maybe under the
 *     same instance id
 */
record TakeoverRules(ClaimOwner us, boolean localRival, long wallMillis, Witness witness) {
    static final String LOCAL = "(local)";
    static final Duration RESERVED_FOR = Duration.ofSeconds(2);

    private static final Duration JUST_AFTER = Duration.ofMillis(1);

    /** How often a claim is looked at whose owner is gone but for a hold: nobody tells when that is dropped. */
    private static final Duration WHILE_HELD = Duration.ofMillis(200);

    /** Who knows what is left of a process. */
    interface Witness {
        /** Whether the process itself lives. */
        Life judge(ClaimOwner owner) throws IOException;

        /** Whether one of its holds is locked: something it started still runs. */
        boolean isHeld(ClaimOwner owner) throws IOException;
    }

    /** A record is there and has been seen unchanged for so long. */
    TakeoverDecision onRecord(LockRecord record, Duration stood) throws IOException {
        ClaimOwner owner = record.owner();
        if (owner.isSameAs(us) && !localRival) {
            return new TakeoverDecision.Take(EndReason.EXPIRED);
        }
        if (record.isStaleByWallClock(wallMillis) || stood.compareTo(LockRecord.STALE_AFTER) > 0) {
            return takeUnlessHeld(owner, record.epoch(), EndReason.EXPIRED, true);
        }
        if (witness.judge(owner) == Life.DEAD) {
            return takeUnlessHeld(owner, record.epoch(), EndReason.SESSION_CLOSED, true);
        }
        Duration byWall = LockRecord.STALE_AFTER.minus(record.age(wallMillis));
        return waitFor(owner, record.epoch(), least(byWall, LockRecord.STALE_AFTER.minus(stood)), true);
    }

    /**
     * Nobody's claim is there and none was seen for so long.
     *
     * @param last the last known holder
     * @param reservedStood how long its reservation, if any, has been seen
     */
    TakeoverDecision onNobody(Optional<EpochState> last, Duration stood, Duration reservedStood) throws IOException {
        if (last.isEmpty()) {
            return new TakeoverDecision.Take(EndReason.EXPIRED);
        }
        EpochState state = last.get();
        if (state.released()) {
            return onReleased(state, reservedStood);
        }
        if (state.holder().isSameAs(us) && !localRival) {
            return new TakeoverDecision.Take(EndReason.EXPIRED);
        }
        if (witness.judge(state.holder()) == Life.DEAD) {
            return takeUnlessHeld(state.holder(), state.epoch(), EndReason.SESSION_CLOSED, false);
        }
        if (stood.compareTo(LockRecord.STALE_AFTER) > 0) {
            return takeUnlessHeld(state.holder(), state.epoch(), EndReason.EXPIRED, false);
        }
        return waitFor(state.holder(), state.epoch(), LockRecord.STALE_AFTER.minus(stood), false);
    }

    /** Neither death nor time is enough: what the owner started may still act. */
    private TakeoverDecision takeUnlessHeld(ClaimOwner owner, long epoch, EndReason before, boolean recorded)
            throws IOException {
        return witness.isHeld(owner) ? waitFor(owner, epoch, WHILE_HELD, recorded) : new TakeoverDecision.Take(before);
    }

    private TakeoverDecision onReleased(EpochState state, Duration stood) {
        if (state.reservation().isPresent()) {
            EpochState.Reservation reserved = state.reservation().get();
            Duration age = Duration.ofMillis(Math.abs(wallMillis - reserved.at()));
            Duration left = RESERVED_FOR.minus(age.compareTo(stood) > 0 ? age : stood);
            if (!reserved.instanceId().equals(us.instanceId()) && !left.isNegative()) {
                return new TakeoverDecision.Wait(
                        reserved.instanceId(), state.epoch(), Optional.of(left.plus(JUST_AFTER)), "", true);
            }
        }
        return new TakeoverDecision.Take(EndReason.RESIGNED);
    }

    private TakeoverDecision waitFor(ClaimOwner owner, long epoch, Duration left, boolean recorded) {
        String holder = owner.process().equals(us.process()) ? LOCAL : owner.instanceId();
        return new TakeoverDecision.Wait(holder, epoch, Optional.of(left.plus(JUST_AFTER)), owner.process(), recorded);
    }

    private static Duration least(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
