package dev.baton.file;

import dev.baton.file.disk.CriticalSection;
import dev.baton.file.process.WakeupMessage;
import dev.baton.file.record.ClaimOwner;
import dev.baton.file.record.EpochState;
import dev.baton.file.record.JournalEntry;
import dev.baton.file.record.LockRecord;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.ReleaseRequest;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Releases a claim under the locks, only while it is ours. Empties the lock file and keeps the epoch. */
record FileRelease(OperationContext context, FileContender contender) {

    /** Releases the claim with this epoch; with any epoch if it is empty. */
    ReleaseOutcome release(Optional<Long> epoch, ReleaseRequest request) throws IOException {
        String election = contender.election();
        boolean released;
        try (CriticalSection section = context.enter(election, context.timeout())) {
            // Under the lock: another candidate of this process with the same id may have acquired meanwhile.
            released = !context.claims().isHeldByOther(contender, election) && release(section, epoch, request);
            context.claims().drop(contender, election, epoch);
        }
        if (!released) {
            return new ReleaseOutcome.NotOurs();
        }
        context.peers()
                .publish(new WakeupMessage(
                        WakeupMessage.Kind.RELEASED,
                        election,
                        epoch.orElse(0L),
                        request.successor().orElse("")));
        return new ReleaseOutcome.Released();
    }

    private boolean release(CriticalSection section, Optional<Long> epoch, ReleaseRequest request) throws IOException {
        byte[] bytes = section.recordBytes();
        boolean recorded = isAsWritten(bytes, epoch);
        if (!recorded) {
            Optional<LockRecord> record = LockRecord.read(bytes);
            recorded = record.isPresent();
            if (recorded && !isOurs(record.get().owner(), record.get().epoch(), epoch)) {
                return false;
            }
        }
        Optional<EpochState> state =
                section.epochState().filter(found -> !found.released() && isOurs(found.holder(), found.epoch(), epoch));
        if (state.isPresent()) {
            Optional<EpochState.Reservation> reservation = request.successor()
                    .map(id -> new EpochState.Reservation(id, context.clock().wallMillis()));
            section.writeEpoch(state.get().ended(reservation));
            contender.appendToJournal(
                    section,
                    List.of(new JournalEntry.Ended(
                            state.get().epoch(), context.now(), request.reason().code())));
        }
        if (recorded) {
            section.clearRecord();
        }
        return recorded || state.isPresent();
    }

    /** Returns whether the lock file contains exactly what this process last wrote for the claim. */
    private boolean isAsWritten(byte[] bytes, Optional<Long> epoch) {
        return context.claims()
                .of(contender.election())
                .filter(held -> held.contender() == contender && held.hasEpoch(epoch) && held.matches(bytes))
                .isPresent();
    }

    private boolean isOurs(ClaimOwner owner, long actual, Optional<Long> epoch) {
        return owner.isSameAs(contender.owner())
                && epoch.map(expected -> expected == actual).orElse(true);
    }
}
