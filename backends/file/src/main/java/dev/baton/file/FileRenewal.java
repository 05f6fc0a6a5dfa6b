package dev.baton.file;

import dev.baton.ClockReading;
import dev.baton.EndReason;
import dev.baton.file.disk.CriticalSection;
import dev.baton.file.record.EpochState;
import dev.baton.file.record.JournalEntry;
import dev.baton.file.record.LockRecord;
import dev.baton.spi.Claim;
import dev.baton.spi.RenewOutcome;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Renews one claim under the locks. Restores the record if it was lost; fails if it names another holder. */
final class FileRenewal {
    private final OperationContext context;
    private final Claim claim;
    private final HeldClaim held;

    FileRenewal(OperationContext context, Claim claim, HeldClaim held) {
        this.context = context;
        this.claim = claim;
        this.held = held;
    }

    RenewOutcome renew(Duration lockTimeout) throws IOException {
        ClockReading countsFrom = context.clock().now();
        try (CriticalSection section = context.enter(claim.election(), lockTimeout)) {
            byte[] bytes = section.recordBytes();
            if (held.matches(bytes)) {
                return restamp(section, held.stamped(context.now()), countsFrom);
            }
            Optional<LockRecord> record = LockRecord.read(bytes);
            return record.isPresent()
                    ? onChangedRecord(section, record.get(), countsFrom)
                    : onNoClaim(section, countsFrom);
        }
    }

    /** Another program has edited the record, or another candidate has taken the claim. */
    private RenewOutcome onChangedRecord(CriticalSection section, LockRecord record, ClockReading countsFrom)
            throws IOException {
        if (record.owner().isSameAs(held.owner()) && record.epoch() == claim.epoch()) {
            LockRecord renewed = LockRecord.claim(
                    held.owner(), claim.epoch(), record.url(), context.now(), record.since(), record.all());
            return restamp(section, renewed.line(), countsFrom);
        }
        Optional<EpochState> state = section.epochState().filter(this::isOurTenure);
        if (state.isPresent()) {
            section.writeEpoch(state.get().ended(Optional.empty()), state.get());
            held.contender()
                    .appendToJournal(
                            section.journal(),
                            List.of(new JournalEntry.Ended(claim.epoch(), context.now(), EndReason.TAKEN_OVER.code())));
        }
        return gone();
    }

    /** The record was lost under a live leader: restores it, unless another tenure has begun. */
    private RenewOutcome onNoClaim(CriticalSection section, ClockReading countsFrom) throws IOException {
        @Nullable EpochState state = section.epochState().orElse(null);
        if (state != null && !isOurTenure(state)) {
            return gone();
        }
        EpochState restored = state == null ? EpochState.of(claim.epoch(), 1, held.owner()) : state.restored();
        section.writeEpoch(restored, state);
        if (state == null) {
            section.makeEpochDurable();
        }
        return restamp(section, held.stamped(context.now()), countsFrom);
    }

    private RenewOutcome restamp(CriticalSection section, byte[] line, ClockReading countsFrom) throws IOException {
        section.writeRecord(line);
        held.written(line);
        return new RenewOutcome.Renewed(countsFrom);
    }

    private boolean isOurTenure(EpochState state) {
        return state.epoch() == claim.epoch()
                && !state.released()
                && state.holder().isSameAs(held.owner());
    }

    private RenewOutcome gone() {
        context.claims().drop(claim.election(), held);
        return new RenewOutcome.Gone(EndReason.TAKEN_OVER);
    }
}
