package dev.baton.file;

import dev.baton.ClockReading;
import dev.baton.ConnectionException;
import dev.baton.EndReason;
import dev.baton.file.disk.CriticalSection;
import dev.baton.file.posix.FileBusyException;
import dev.baton.file.record.EpochState;
import dev.baton.file.record.JournalEntry;
import dev.baton.file.record.LockRecord;
import dev.baton.spi.Claim;
import dev.baton.spi.RenewOutcome;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One renewal of all claims of a process. A file that another program has locked does not delay the others: it is
 * skipped at first, and all skipped files share the timeout of one request.
 */
final class FileRenewals {
    private static final Duration LOCK_RETRY = Duration.ofMillis(5);

    private final OperationContext context;
    private final LocalParticipants participants;
    private final List<Claim> claims;
    private final Map<Claim, RenewOutcome> outcomes = new LinkedHashMap<>();
    private final Deque<Claim> locked = new ArrayDeque<>();

    FileRenewals(OperationContext context, LocalParticipants participants, List<Claim> claims) {
        this.context = context;
        this.participants = participants;
        this.claims = List.copyOf(claims);
    }

    Map<Claim, RenewOutcome> run() {
        ClockReading countsFrom = context.clock().now();
        claims.forEach(claim -> attempt(claim, Duration.ZERO, countsFrom));
        long deadline = System.nanoTime() + context.timeout().toNanos();
        while (!locked.isEmpty() && System.nanoTime() - deadline < 0) {
            attempt(locked.remove(), LOCK_RETRY, countsFrom);
        }
        return outcomes;
    }

    Map<Claim, RenewOutcome> allUnknown(Throwable cause) {
        Map<Claim, RenewOutcome> unknown = new LinkedHashMap<>();
        claims.forEach(claim -> unknown.put(claim, unknown(claim, cause)));
        return unknown;
    }

    private void attempt(Claim claim, Duration lockTimeout, ClockReading countsFrom) {
        boolean unconfirmed = claim.epoch() == 0;
        RenewOutcome outcome;
        try {
            outcome = unconfirmed ? renewUnconfirmed(claim, lockTimeout) : renew(claim, lockTimeout);
        } catch (IOException | RuntimeException | LinkageError failed) {
            if (failed instanceof FileBusyException) {
                locked.add(claim);
            }
            outcome = unconfirmed ? new RenewOutcome.Renewed(countsFrom) : unknown(claim, failed);
        }
        outcomes.put(claim, outcome);
    }

    private RenewOutcome renew(Claim claim, Duration lockTimeout) throws IOException {
        Optional<HeldClaim> held = context.claims().of(claim);
        return held.isEmpty()
                ? new RenewOutcome.Gone(EndReason.TAKEN_OVER)
                : new Renewal(context, claim, held.get()).renew(lockTimeout);
    }

    private RenewOutcome unknown(Claim claim, Throwable cause) {
        return new RenewOutcome.Unknown(new ConnectionException(context.message(claim.election(), cause), cause));
    }

    /** An unconfirmed leadership ends as soon as a confirmed one exists or is possible. */
    private RenewOutcome renewUnconfirmed(Claim claim, Duration lockTimeout) throws IOException {
        ClockReading countsFrom = context.clock().now();
        Optional<FileContender> found = participants.contender(claim.election(), claim.instanceId());
        if (found.isEmpty()) {
            return new RenewOutcome.Gone(EndReason.EXPIRED);
        }
        FileContender contender = found.get();
        context.peers().register();
        try (CriticalSection section = context.enter(claim.election(), lockTimeout)) {
            byte[] bytes = section.recordBytes();
            return new FileAcquisition(context, contender)
                    .decide(section, bytes, LockRecord.read(bytes))
                    .handle(
                            take -> {
                                contender.signals().tryNow();
                                return new RenewOutcome.Gone(EndReason.EXPIRED);
                            },
                            wait -> wait.recorded()
                                    ? new RenewOutcome.Gone(EndReason.TAKEN_OVER)
                                    : new RenewOutcome.Renewed(countsFrom));
        }
    }

    /** Renews one claim under the locks. Restores the record if it was lost; fails if it names another holder. */
    private record Renewal(OperationContext context, Claim claim, HeldClaim held) {

        RenewOutcome renew(Duration lockTimeout) throws IOException {
            if (context.scope().names().strayed().isPresent()) {
                return gone();
            }
            ClockReading countsFrom = context.clock().now();
            try (CriticalSection section = context.enter(claim.election(), lockTimeout)) {
                if (!context.claims().contains(claim.election(), held)) {
                    // Released since this renewal was requested: it must not restore the claim.
                    return new RenewOutcome.Gone(EndReason.TAKEN_OVER);
                }
                byte[] bytes = section.recordBytes();
                if (held.matches(bytes)) {
                    // The epoch file has the running command: without it, a successor would not wait for the command.
                    return section.hasEpoch()
                            ? restamp(section, held.stamped(context.now()), countsFrom)
                            : onNoClaim(section, countsFrom);
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
            if (record.isOfEarlierTenureThan(claim.epoch())) {
                return onNoClaim(section, countsFrom);
            }
            Optional<EpochState> state = section.epochState().filter(held::isTenureOf);
            if (state.isPresent()) {
                section.writeEpoch(state.get().ended(Optional.empty()));
                held.contender()
                        .appendToJournal(
                                section,
                                List.of(new JournalEntry.Ended(
                                        claim.epoch(), context.now(), EndReason.TAKEN_OVER.code())));
            }
            return gone();
        }

        /** The record was lost under a live leader: restores it, unless another tenure has begun. */
        private RenewOutcome onNoClaim(CriticalSection section, ClockReading countsFrom) throws IOException {
            @Nullable EpochState state = section.epochState().orElse(null);
            if (state != null && !held.isTenureOf(state)) {
                return gone();
            }
            EpochState restored = state == null ? held.lostState() : state.restored();
            section.writeEpoch(restored);
            if (state == null) {
                section.makeEpochDurable();
            }
            return restamp(section, held.stamped(context.now()), countsFrom);
        }

        private RenewOutcome restamp(CriticalSection section, byte[] line, ClockReading countsFrom) throws IOException {
            section.writeRecord(line);
            held.lastLine().set(line);
            return new RenewOutcome.Renewed(countsFrom);
        }

        private RenewOutcome gone() {
            context.claims().drop(claim.election(), held);
            return new RenewOutcome.Gone(EndReason.TAKEN_OVER);
        }
    }
}
