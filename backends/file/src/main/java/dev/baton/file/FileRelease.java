package dev.baton.file;

import dev.baton.EndReason;
import dev.baton.file.disk.CriticalSection;
import dev.baton.file.process.WakeupMessage;
import dev.baton.file.record.ClaimOwner;
import dev.baton.file.record.EpochState;
import dev.baton.file.record.JournalEntry;
import dev.baton.file.record.LockContent;
import dev.baton.file.record.LockRecord;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.ReleaseRequest;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Gives a claim back under the locks, only while it is ours. The file is emptied, the epoch stays. */
final class FileRelease {
    private final OperationContext around;
    private final FileContender contender;
    private final ClaimOwner us;

    FileRelease(OperationContext around, FileContender contender) {
        this.around = around;
        this.contender = contender;
        this.us = around.us().as(contender.instanceId());
    }

    ReleaseOutcome release(long epoch, ReleaseRequest departure) throws IOException {
        return giveBack(Optional.of(epoch), departure);
    }

    /** Gives back whatever is ours, under any epoch. */
    ReleaseOutcome releaseAnything() throws IOException {
        return giveBack(Optional.empty(), ReleaseRequest.of(EndReason.SESSION_CLOSED));
    }

    private ReleaseOutcome giveBack(Optional<Long> epoch, ReleaseRequest departure) throws IOException {
        String election = contender.election();
        if (around.claims().isHeldByRivalOf(contender, election)) {
            return new ReleaseOutcome.NotOurs();
        }
        boolean ours;
        try (CriticalSection section = around.enter(election)) {
            ours = undo(section, epoch, departure);
        }
        around.claims().dropAllOf(contender, election);
        if (!ours) {
            return new ReleaseOutcome.NotOurs();
        }
        around.neighbourhood()
                .tell(new WakeupMessage(
                        WakeupMessage.Kind.RELEASED,
                        election,
                        epoch.orElse(0L),
                        departure.successor().orElse("")));
        return new ReleaseOutcome.Released();
    }

    private boolean undo(CriticalSection section, Optional<Long> epoch, ReleaseRequest departure) throws IOException {
        boolean recordIsOurs = false;
        if (LockContent.of(section.recordBytes()) instanceof LockContent.Claimed claimed) {
            LockRecord record = claimed.record();
            recordIsOurs = record.owner().isSameAs(us)
                    && epoch.map(one -> one == record.epoch()).orElse(true);
            if (!recordIsOurs) {
                return false;
            }
        }
        Optional<EpochState> state = section.epochState().filter(found -> isOurs(found, epoch));
        if (state.isPresent()) {
            long wall = around.clock().wallMillis();
            Optional<EpochState.Reservation> reservation =
                    departure.successor().map(id -> new EpochState.Reservation(id, wall));
            section.writeEpoch(state.get().ended(reservation), state.get());
            contender.noteInJournal(
                    section.journal(),
                    List.of(new JournalEntry.Ended(
                            state.get().epoch(),
                            Instant.ofEpochMilli(wall),
                            departure.reason().code())));
        }
        if (recordIsOurs) {
            section.clearRecord();
        }
        return recordIsOurs || state.isPresent();
    }

    private boolean isOurs(EpochState state, Optional<Long> epoch) {
        return !state.released()
                && state.holder().isSameAs(us)
                && epoch.map(one -> one == state.epoch()).orElse(true);
    }
}
