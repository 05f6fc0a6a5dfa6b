package dev.baton.file;

import dev.baton.ClockReading;
import dev.baton.EndReason;
import dev.baton.file.disk.CriticalSection;
import dev.baton.file.record.EpochState;
import dev.baton.file.record.JournalEntry;
import dev.baton.file.record.LockContent;
import dev.baton.file.record.LockRecord;
import dev.baton.spi.Claim;
import dev.baton.spi.RenewOutcome;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Confirms one claim under the lock: the file must say it is ours, or have lost what it said. */
final class FileRenewal {
    private final OperationContext around;
    private final Claim claim;
    private final HeldClaim held;

    FileRenewal(OperationContext around, Claim claim, HeldClaim held) {
        this.around = around;
        this.claim = claim;
        this.held = held;
    }

    RenewOutcome confirm(Duration patience) throws IOException {
        ClockReading countsFrom = around.clock().now();
        try (CriticalSection section = around.enter(claim.election(), patience)) {
            byte[] bytes = section.recordBytes();
            if (held.isExactly(bytes)) {
                return restamp(section, held.stamped(now()), countsFrom);
            }
            if (LockContent.of(bytes) instanceof LockContent.Claimed claimed) {
                return onRecord(section, claimed.record(), countsFrom);
            }
            return onNobody(section, countsFrom);
        }
    }

    /** Somebody edited the record, or it is somebody else's. */
    private RenewOutcome onRecord(CriticalSection section, LockRecord record, ClockReading countsFrom)
            throws IOException {
        if (record.owner().isSameAs(held.owner()) && record.epoch() == claim.epoch()) {
            return restamp(section, line(record), countsFrom);
        }
        Optional<EpochState> state = section.epochState();
        if (state.filter(this::isOurReign).isPresent()) {
            section.writeEpoch(state.get().ended(Optional.empty()), state.get());
            held.contender()
                    .noteInJournal(
                            section.journal(),
                            List.of(new JournalEntry.Ended(claim.epoch(), now(), EndReason.TAKEN_OVER.code())));
        }
        return gone();
    }

    /** The record vanished under a live leader: it comes back, unless another reign has begun. */
    private RenewOutcome onNobody(CriticalSection section, ClockReading countsFrom) throws IOException {
        @Nullable EpochState state = section.epochState().orElse(null);
        if (state != null && !isOurReign(state)) {
            return gone();
        }
        EpochState restored = state == null ? EpochState.of(claim.epoch(), 1, held.owner()) : state.restored();
        section.writeEpoch(restored, state);
        if (state == null) {
            section.makeEpochDurable();
        }
        return restamp(section, held.stamped(now()), countsFrom);
    }

    private RenewOutcome restamp(CriticalSection section, byte[] line, ClockReading countsFrom) throws IOException {
        section.writeRecord(line);
        held.wrote(line);
        return new RenewOutcome.Renewed(countsFrom);
    }

    private boolean isOurReign(EpochState state) {
        return state.epoch() == claim.epoch()
                && !state.released()
                && state.holder().isSameAs(held.owner());
    }

    private byte[] line(LockRecord record) {
        LeaderFields said = LeaderFields.of(record);
        return LockRecord.claim(held.owner(), claim.epoch(), said.url(), now(), said.since(), record.all())
                .line();
    }

    private Instant now() {
        return Instant.ofEpochMilli(around.clock().wallMillis());
    }

    private RenewOutcome gone() {
        around.claims().drop(claim.election(), held);
        return new RenewOutcome.Gone(EndReason.TAKEN_OVER);
    }

    /** What a record says beside who holds it. */
    private record LeaderFields(String url, Instant since) {
        static LeaderFields of(LockRecord record) {
            var leader = record.asLeader("");
            return new LeaderFields(leader.url().orElse(""), leader.since());
        }
    }
}
