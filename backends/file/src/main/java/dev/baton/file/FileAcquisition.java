package dev.baton.file;

import dev.baton.ClockReading;
import dev.baton.EndReason;
import dev.baton.file.disk.CriticalSection;
import dev.baton.file.posix.NativeFile;
import dev.baton.file.process.WakeupMessage;
import dev.baton.file.record.ClaimOwner;
import dev.baton.file.record.EpochState;
import dev.baton.file.record.JournalEntry;
import dev.baton.file.record.LockContent;
import dev.baton.file.record.LockRecord;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Claim;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One attempt of one candidate to take the claim: read, decide, write, read back, under the locks. */
final class FileAcquisition {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    private final OperationContext around;
    private final FileContender contender;
    private final String election;
    private final ClaimOwner us;

    FileAcquisition(OperationContext around, FileContender contender) {
        this.around = around;
        this.contender = contender;
        this.election = contender.election();
        this.us = around.us().as(contender.instanceId());
    }

    AcquireOutcome attempt(long floor) throws IOException {
        ClockReading countsFrom = around.clock().now();
        try (CriticalSection section = around.enter(election)) {
            byte[] bytes = section.recordBytes();
            TakeoverDecision verdict = look(section, bytes);
            if (verdict instanceof TakeoverDecision.Take take) {
                return take(section, bytes, take, floor, countsFrom);
            }
            return held((TakeoverDecision.Wait) verdict, countsFrom);
        }
    }

    /** What the rules say of the files as they are now. */
    TakeoverDecision look(CriticalSection section, byte[] bytes) throws IOException {
        boolean rival = around.claims().isHeldByRivalOf(contender, election);
        TakeoverRules rules = new TakeoverRules(us, rival, around.clock().wallMillis(), around);
        if (LockContent.of(bytes) instanceof LockContent.Claimed claimed) {
            LockRecord record = claimed.record();
            TakeoverDecision verdict = rules.onRecord(record, around.sightings().recordStood(election, bytes));
            if (verdict instanceof TakeoverDecision.Wait
                    && !record.owner().process().isEmpty()) {
                around.sightings().remember(election, EpochState.of(record.epoch(), 0, record.owner()));
                contender.complainIfSameId(record.owner(), us);
            }
            return verdict;
        }
        Optional<EpochState> stored = section.epochState();
        Optional<EpochState> last = stored.isPresent() ? stored : whoLedLast(section);
        return rules.onNobody(
                last,
                around.sightings().emptyStood(election, stored),
                last.map(state -> around.sightings().reservationStood(election, state))
                        .orElse(Duration.ZERO));
    }

    /** The epoch file is gone: this process's memory and the journal may still know. */
    private Optional<EpochState> whoLedLast(CriticalSection section) throws IOException {
        Optional<EpochState> remembered = around.sightings().remembered(election);
        Optional<EpochState> written = Optional.empty();
        for (JournalEntry entry : section.journal().tail()) {
            if (entry instanceof JournalEntry.Began began) {
                written = Optional.of(EpochState.of(began.epoch(), 0, began.owner()));
            } else if (written.isPresent() && written.get().epoch() == entry.epoch()) {
                written = written.map(state -> state.ended(Optional.empty()));
            }
        }
        boolean memoryIsNewer = remembered.isPresent()
                && (written.isEmpty()
                        || remembered.get().epoch() > written.get().epoch());
        return memoryIsNewer ? remembered : written;
    }

    private AcquireOutcome take(
            CriticalSection section, byte[] bytes, TakeoverDecision.Take take, long floor, ClockReading countsFrom)
            throws IOException {
        @Nullable EpochState before = section.epochState().orElse(null);
        Map<String, @Nullable Object> keys = Map.of();
        long recordedEpoch = 0;
        if (LockContent.of(bytes) instanceof LockContent.Claimed claimed) {
            keys = claimed.record().all();
            recordedEpoch = claimed.record().epoch();
        }
        long highest = Math.max(Math.max(floor, recordedEpoch), Math.max(highest(section), stored(before)));
        if (highest >= LockRecord.HIGHEST_EPOCH) {
            throw new IOException("no epoch is left above " + highest + ", which "
                    + around.layout().lock(election)
                    + " or its neighbours in epochs/ and history/ name; nothing was changed; somebody wrote that"
                    + " number by hand, see \"Recovery\" in docs/reference/file-lock.md");
        }
        long epoch = 1 + highest;
        EpochState next = EpochState.of(epoch, before == null ? 1 : before.seq() + 1, us);
        Instant now = Instant.ofEpochMilli(around.clock().wallMillis());
        byte[] line =
                LockRecord.claim(us, epoch, contender.url(), now, now, keys).line();
        if (line.length > NativeFile.LONGEST) {
            throw new IOException(around.layout().lock(election) + " has no room for a claim of " + line.length
                    + " bytes, because keys of other programs are kept; nothing was changed; remove those keys");
        }
        section.writeEpoch(next, before);
        try {
            section.makeEpochDurable();
            section.writeRecord(line);
            if (!section.reads(line, next)) {
                throw new IOException(around.layout().lock(election)
                        + " does not say what was just written; somebody else deletes or writes it without its lock");
            }
        } catch (IOException | RuntimeException failed) {
            giveUp(section, next);
            throw failed;
        }
        around.claims().put(election, new HeldClaim(contender, us, epoch, line));
        around.sightings().forget(election);
        around.sightings().remember(election, next);
        note(section, before, take.before(), new JournalEntry.Began(epoch, us, now, contender.url()));
        around.neighbourhood().tell(new WakeupMessage(WakeupMessage.Kind.ACQUIRED, election, epoch, ""));
        return new AcquireOutcome.Won(new Claim(election, contender.instanceId(), epoch, countsFrom));
    }

    private AcquireOutcome held(TakeoverDecision.Wait wait, ClockReading countsFrom) {
        if (!wait.recorded() && around.leadsOnUnreadable()) {
            return unconfirmed(countsFrom);
        }
        contender.isBlockedBy(wait.process());
        return new AcquireOutcome.HeldBy(wait.holder(), wait.epoch(), wait.freeAfter());
    }

    /** A leadership that no guard will accept: it has no epoch. */
    AcquireOutcome unconfirmed(ClockReading countsFrom) {
        return new AcquireOutcome.Won(new Claim(election, contender.instanceId(), 0, countsFrom));
    }

    private static long stored(@Nullable EpochState before) {
        return before == null ? 0 : before.epoch();
    }

    private static long highest(CriticalSection section) throws IOException {
        return section.journal().tail().stream()
                .mapToLong(JournalEntry::epoch)
                .max()
                .orElse(0);
    }

    /** Nobody has to wait for a reign that never began. */
    private static void giveUp(CriticalSection section, EpochState next) {
        try {
            section.clearRecord();
            section.writeEpoch(next.ended(Optional.empty()), next);
        } catch (IOException | RuntimeException stillBroken) {
            LOG.debug("could not take back epoch {}", next.epoch(), stillBroken);
        }
    }

    /** The journal is for those who watch; a disk too full for it does not keep anyone from leading. */
    private void note(CriticalSection section, @Nullable EpochState before, EndReason how, JournalEntry.Began began) {
        List<JournalEntry> entries = new ArrayList<>();
        if (before != null && !before.released()) {
            entries.add(new JournalEntry.Ended(before.epoch(), began.from(), how.code()));
        }
        entries.add(began);
        contender.noteInJournal(section.journal(), entries);
    }
}
