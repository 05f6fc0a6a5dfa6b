package dev.baton.file;

import dev.baton.ClockReading;
import dev.baton.file.disk.CriticalSection;
import dev.baton.file.posix.NativeFile;
import dev.baton.file.record.ClaimOwner;
import dev.baton.file.record.EpochState;
import dev.baton.file.record.JournalEntry;
import dev.baton.file.record.LockRecord;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Claim;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** One attempt of one candidate to acquire: read, decide, write and read back, under the locks. */
record FileAcquisition(OperationContext context, FileContender contender) {
    private static final int MAX_ROUNDS = 5;

    /** Tries to acquire with an epoch above the floor. */
    AcquireOutcome attempt(long floor) throws IOException {
        context.scope().names().require();
        context.scope().disk().require();
        for (int round = 0; round < MAX_ROUNDS; round++) {
            Optional<AcquireOutcome> outcome = attemptInSettledFolder(floor);
            if (outcome.isPresent()) {
                return outcome.get();
            }
            context.scope().folderAge().await();
        }
        throw NativeFile.keepsChanging(context.layout().epochs());
    }

    /** Returns nothing if a leader may be about to restore the files, which were deleted. */
    private Optional<AcquireOutcome> attemptInSettledFolder(long floor) throws IOException {
        ClockReading countsFrom = context.clock().now();
        try (CriticalSection section = context.enter(contender.election(), context.timeout())) {
            byte[] bytes = section.recordBytes();
            Optional<LockRecord> record = LockRecord.read(bytes);
            TakeoverDecision decision = decide(section, bytes, record);
            boolean nothingKnown =
                    record.isEmpty() && section.epochState().isEmpty() && decision instanceof TakeoverDecision.Take;
            if (nothingKnown && !context.scope().folderAge().isSettled()) {
                return Optional.empty();
            }
            return Optional.of(decision.handle(
                    take -> acquire(section, record, take, floor, countsFrom), wait -> await(wait, countsFrom)));
        }
    }

    private AcquireOutcome await(TakeoverDecision.Wait wait, ClockReading countsFrom) {
        if (!wait.recorded() && context.leadsOnUnreadable()) {
            return unconfirmed(countsFrom);
        }
        contender.setBlockedBy(wait.process());
        return new AcquireOutcome.HeldBy(wait.holder(), wait.epoch(), wait.freeAfter());
    }

    /**
     * Applies the rules to the current files, of which the lock file contains these bytes. Every way to the claim passes
     * the check for a live command.
     *
     * @param found what the bytes say
     */
    TakeoverDecision decide(CriticalSection section, byte[] bytes, Optional<LockRecord> found) throws IOException {
        return applyRules(section, bytes, found).handle(take -> delayForCommand(section, take), wait -> wait);
    }

    private TakeoverDecision delayForCommand(CriticalSection section, TakeoverDecision.Take take) throws IOException {
        Optional<EpochState> stored = section.epochState();
        // A process that has seen the record still knows it after the epoch file was deleted.
        Optional<EpochState> last =
                stored.isPresent() ? stored : context.timers().lastHolder(contender.election());
        Optional<AcquireOutcome.HeldBy> delay = last.flatMap(contender::delayForCommand);
        if (delay.isPresent()) {
            context.timers().rememberHolder(contender.election(), last.get());
        }
        return delay.<TakeoverDecision>map(
                        held -> new TakeoverDecision.Wait(held.holder(), held.epoch(), held.freeAfter(), "", true))
                .orElse(take);
    }

    private TakeoverDecision applyRules(CriticalSection section, byte[] bytes, Optional<LockRecord> found)
            throws IOException {
        String election = contender.election();
        ClaimOwner self = contender.owner();
        boolean rival = context.claims().isHeldByOther(contender, election);
        TakeoverRules rules = new TakeoverRules(
                self, rival, context.clock().wallMillis(), context.peers().deathEvidence());
        if (found.isPresent()) {
            LockRecord record = found.get();
            Duration unchanged = context.timers().recordUnchanged(election, bytes);
            TakeoverDecision decision = context.timers().isOldCopy(election, record)
                    ? rules.onOldCopy(record, unchanged)
                    : rules.onRecord(record, unchanged);
            if (decision instanceof TakeoverDecision.Wait
                    && !record.owner().process().isEmpty()) {
                context.timers().rememberHolder(election, EpochState.of(record.epoch(), 0, record.owner()));
                contender.logDuplicateId(record.owner(), self);
            }
            return decision instanceof TakeoverDecision.Take
                    ? unlessOfEarlierTenure(section, record, unchanged, rules, decision)
                    : decision;
        }
        Optional<EpochState> stored = section.epochState();
        Optional<EpochState> last = stored.isPresent() ? stored : lastHolder(section);
        return rules.onNoClaim(
                last,
                context.timers().emptyUnchanged(election, stored),
                last.map(state -> context.timers().reservationUnchanged(election, state))
                        .orElse(Duration.ZERO));
    }

    /** A record with a lower epoch than the last one is an old copy, and claims nothing. */
    private TakeoverDecision unlessOfEarlierTenure(
            CriticalSection section,
            LockRecord record,
            Duration unchanged,
            TakeoverRules rules,
            TakeoverDecision decision)
            throws IOException {
        Optional<EpochState> later = section.epochState().filter(state -> record.isOfEarlierTenureThan(state.epoch()));
        if (later.isEmpty()) {
            return decision;
        }
        // The holder may have restored its claim, and lost it to the same copy, between two attempts.
        Duration sameEpoch = context.timers().reservationUnchanged(contender.election(), later.get());
        return rules.onNoClaim(later, sameEpoch.compareTo(unchanged) < 0 ? sameEpoch : unchanged, sameEpoch);
    }

    /** Without an epoch file, the last holder is known from the journal or from the memory of this process. */
    private Optional<EpochState> lastHolder(CriticalSection section) throws IOException {
        List<EpochState> written = new ArrayList<>();
        for (JournalEntry entry : section.journal().tail()) {
            entry.handle(
                    began -> written.add(EpochState.of(began.epoch(), 0, began.owner())),
                    ended -> written.replaceAll(
                            state -> state.epoch() == ended.epoch() ? state.ended(Optional.empty()) : state));
        }
        Optional<EpochState> last = written.stream().reduce((earlier, later) -> later);
        return context.timers()
                .lastHolder(contender.election())
                .filter(seen -> last.isEmpty() || seen.epoch() > last.get().epoch())
                .or(() -> last);
    }

    private AcquireOutcome acquire(
            CriticalSection section,
            Optional<LockRecord> record,
            TakeoverDecision.Take take,
            long floor,
            ClockReading countsFrom)
            throws IOException {
        String election = contender.election();
        ClaimOwner self = contender.owner();
        @Nullable EpochState before = section.epochState().orElse(null);
        long epoch = nextEpoch(section, record, before, floor);
        EpochState next = before == null ? EpochState.of(epoch, 1, self) : before.next(epoch, self);
        Instant now = context.now();
        byte[] line = LockRecord.claim(
                        self,
                        epoch,
                        contender.url(),
                        now,
                        now,
                        record.map(LockRecord::all).orElse(Map.of()))
                .line();
        if (line.length > NativeFile.MAX_BYTES) {
            throw new IOException("could not write a claim of " + line.length + " bytes to "
                    + lockFile() + ": the keys of other programs, which are kept, leave no space;"
                    + " nothing was changed; remove those keys");
        }
        // Before the claim is verified: from then on, no deletion goes unnoticed.
        context.peers().watchFolders();
        write(section, line, next);
        context.claims().put(election, HeldClaim.of(contender, self, epoch, line));
        context.timers().reset(election);
        context.timers().rememberHolder(election, next);
        List<JournalEntry> entries = new ArrayList<>();
        if (before != null && !before.released()) {
            entries.add(
                    new JournalEntry.Ended(before.epoch(), now, take.before().code()));
        }
        entries.add(new JournalEntry.Began(epoch, self, now, contender.url()));
        contender.appendToJournal(section, entries);
        return new AcquireOutcome.Won(new Claim(election, contender.instanceId(), epoch, countsFrom));
    }

    private long nextEpoch(
            CriticalSection section, Optional<LockRecord> record, @Nullable EpochState before, long floor)
            throws IOException {
        long recorded = record.map(LockRecord::epoch).orElse(0L);
        long stored = before == null ? 0 : before.epoch();
        long highest = LongStream.of(floor, recorded, stored, section.highestJournalEpoch())
                .max()
                .orElseThrow();
        if (highest >= LockRecord.HIGHEST_EPOCH) {
            throw new IOException("no epoch is left above " + highest + ", found in "
                    + lockFile()
                    + " or its counterparts in epochs/ and history/; nothing was changed; the number was written by"
                    + " hand, see \"Recovery\" in docs/reference/file-lock.md");
        }
        return highest + 1;
    }

    private void write(CriticalSection section, byte[] line, EpochState next) throws IOException {
        section.writeEpoch(next);
        try {
            section.makeEpochDurable();
            section.writeRecord(line);
            if (!section.verify(line)) {
                throw new IOException(lockFile() + " does not contain what was just written:"
                        + " another program deletes or writes it without taking its lock; stop that program");
            }
        } catch (IOException | RuntimeException failed) {
            rollBack(section, next);
            throw failed;
        }
    }

    /** Marks the new epoch as released, so that no candidate waits for a tenure that never began. */
    private static void rollBack(CriticalSection section, EpochState next) {
        try {
            section.clearRecord();
            section.writeEpoch(next.ended(Optional.empty()));
        } catch (IOException | RuntimeException failed) {
            FileBackend.LOG.debug("could not roll back epoch {} after a failed acquisition", next.epoch(), failed);
        }
    }

    /** Returns a leadership without epoch, which every guard refuses. */
    AcquireOutcome unconfirmed(ClockReading countsFrom) {
        return new AcquireOutcome.Won(new Claim(contender.election(), contender.instanceId(), 0, countsFrom));
    }

    private Path lockFile() {
        return context.layout().lock(contender.election());
    }
}
