package dev.baton.etcd;

import dev.baton.ClockReading;
import dev.baton.EndReason;
import dev.baton.LockException;
import dev.baton.etcd.gateway.Condition;
import dev.baton.etcd.gateway.EtcdException;
import dev.baton.etcd.gateway.KeyRange;
import dev.baton.etcd.gateway.KeyValue;
import dev.baton.etcd.gateway.Operation;
import dev.baton.etcd.gateway.Transaction;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Claim;
import dev.baton.spi.recipe.Seat;
import dev.baton.spi.recipe.TenureRecords;
import dev.baton.support.text.EtcdElectionKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * One attempt to lead: create the key if there is none, and confirm it if it is the lowest. Otherwise the key stays, and
 * a later attempt confirms it.
 *
 * @param floor the epoch must be larger
 * @param withdrawals how often the candidate had withdrawn when it asked for this attempt
 */
record EtcdAcquisition(EtcdContext context, EtcdContender contender, long floor, long withdrawals) {
    private static final int ROUNDS = 4;
    private static final Duration SOON = Duration.ofMillis(50);
    /** Every so many tenures the oldest ones are deleted. */
    private static final int PRUNE_EVERY = 50;

    AcquireOutcome run() {
        String election = contender.election();
        for (int round = 0; round < ROUNDS; round++) {
            if (contender.withdrawals() != withdrawals) {
                return withdrawn();
            }
            context.seats().touch(election);
            Optional<Seat<EtcdContender, EtcdLease>> seat = context.seats().of(election);
            if (seat.isPresent() && !seat.get().isOf(contender)) {
                return new AcquireOutcome.HeldBy("(local)", seat.get().epoch(), Optional.of(SOON));
            }
            // An earlier grant whose answer was lost must not be granted twice under one epoch.
            if (seat.isPresent() && seat.get().use() != Seat.Use.STANDING) {
                contender.removal().remove(election, seat.get(), EndReason.SESSION_CLOSED);
                seat = Optional.empty();
            }
            EtcdLease lease = context.session().open();
            boolean known = round == 0
                    && seat.map(Seat::revision).orElse(1L) > 0
                    && !context.seats().isUncertain(election);
            Optional<EtcdSnapshot> copy = known ? context.mirror().snapshot(election) : Optional.empty();
            EtcdSnapshot snapshot = copy.orElseGet(() -> context.reader().snapshot(election));
            try {
                Optional<AcquireOutcome> outcome = attempt(lease, snapshot);
                if (outcome.isPresent()) {
                    return outcome.get();
                }
            } catch (EtcdException failed) {
                if (!failed.isLeaseGone()) {
                    throw failed;
                }
                context.session().end(lease);
            }
        }
        return new AcquireOutcome.HeldBy("(changing hands)", 0, Optional.of(SOON));
    }

    /** Returns empty if the keys have changed. */
    private Optional<AcquireOutcome> attempt(EtcdLease lease, EtcdSnapshot snapshot) {
        Optional<KeyValue> own = snapshot.keyOf(lease);
        boolean ours = own.isPresent()
                && snapshot.recordOf(lease.hex()).filter(contender::wrote).isPresent();
        if (own.isPresent() && !ours) {
            deleteForeign(own.get());
            return Optional.empty();
        }
        Optional<AcquireOutcome.HeldBy> delay = delay(snapshot);
        if (delay.isPresent()) {
            contender.removeOwn();
            return Optional.of(delay.get());
        }
        long highest = highest(snapshot);
        if (own.isEmpty()) {
            return create(lease, snapshot, highest);
        }
        context.seats().put(contender.election(), standing(lease, own.get().createRevision()));
        return confirmIfLowest(lease, snapshot, own.get(), highest);
    }

    private Seat<EtcdContender, EtcdLease> standing(EtcdLease lease, long revision) {
        return Seat.standing(contender, lease, revision);
    }

    /** Deletes a key under the lease of this process that none of its candidates wrote. */
    private void deleteForeign(KeyValue own) {
        context.gateway()
                .apply(new Transaction(
                        List.of(Condition.created(own.key(), own.createRevision())),
                        List.of(Operation.delete(KeyRange.of(own.key()))),
                        List.of()));
    }

    private Optional<AcquireOutcome.HeldBy> delay(EtcdSnapshot snapshot) {
        return snapshot.reservedForOther(contender.instanceId())
                .map(successor -> new AcquireOutcome.HeldBy(successor, snapshot.epoch(), Optional.empty()))
                .or(() -> couldLead(snapshot) ? snapshot.command().flatMap(contender::delay) : Optional.empty());
    }

    /** A command is looked at only when nothing else is in the way. */
    private boolean couldLead(EtcdSnapshot snapshot) {
        return snapshot.lowest()
                .map(lowest ->
                        snapshot.recordOf(lowest).filter(contender::wrote).isPresent())
                .orElse(true);
    }

    private long highest(EtcdSnapshot snapshot) {
        long recorded = EtcdSnapshot.number(snapshot.epochKey()).isReadable()
                ? snapshot.epoch()
                : context.reader().highestRecorded(contender.election());
        long highest = Math.max(floor, recorded);
        if (highest == Long.MAX_VALUE) {
            contender.removeOwn();
            throw new LockException("election " + contender.election() + " in " + context.shown() + ": epoch " + highest
                    + " is the largest possible one, so no leader can follow. Nothing was changed. If the number was"
                    + " written by mistake, correct the key " + context.keys().epoch(contender.election()));
        }
        return highest;
    }

    private Optional<AcquireOutcome> create(EtcdLease lease, EtcdSnapshot snapshot, long highest) {
        String election = contender.election();
        String key = context.keys().candidate(election, lease);
        String record = context.keys().candidateRecord(election, lease.hex());
        List<Operation> then = new ArrayList<>(List.of(
                Operation.put(key, contender.instanceId(), lease.id()),
                Operation.put(record, contender.record().text(), lease.id())));
        then.addAll(Arrays.asList(context.reader().snapshotReads(election)));
        Seat<EtcdContender, EtcdLease> seat = standing(lease, 0);
        context.seats().put(election, seat);
        Transaction.Result result;
        try {
            result = context.gateway()
                    .apply(new Transaction(
                            List.of(
                                    Condition.created(key, 0),
                                    Condition.modified(record, snapshot.recordRevision(lease))),
                            then,
                            List.of()));
        } catch (EtcdException failed) {
            if (failed.isRefusal()) {
                context.seats().remove(election, seat);
            } else {
                context.seats().markUncertain(election);
            }
            throw failed;
        }
        if (!result.succeeded()) {
            // An earlier request of this candidate may have created the key, so the seat stays: a withdrawal deletes
            // it.
            return Optional.empty();
        }
        context.seats().put(election, seat.created(lease, result.revision()));
        if (contender.withdrawals() != withdrawals) {
            contender.removeOwn();
            return Optional.of(withdrawn());
        }
        EtcdSnapshot after =
                EtcdReader.snapshot(result.reads().subList(2, result.reads().size()));
        // The leader of the first reading may have left since, so that its command is in the way now.
        Optional<AcquireOutcome.HeldBy> delay = delay(after);
        if (delay.isPresent()) {
            contender.removeOwn();
            return Optional.of(delay.get());
        }
        return after.keyOf(lease).flatMap(own -> confirmIfLowest(lease, after, own, highest));
    }

    private Optional<AcquireOutcome> confirmIfLowest(
            EtcdLease lease, EtcdSnapshot snapshot, KeyValue own, long highest) {
        KeyValue lowest = snapshot.lowest().orElse(own);
        if (!lowest.key().equals(own.key())) {
            return Optional.of(new AcquireOutcome.HeldBy(
                    EtcdSnapshot.shown(lowest),
                    snapshot.isLeader(lowest) ? snapshot.epochOf(lowest) : snapshot.epoch(),
                    Optional.empty()));
        }
        Optional<ClockReading> renewed = renewed(lease);
        return renewed.isEmpty() ? Optional.empty() : confirm(lease, snapshot, own, highest, renewed.get());
    }

    /** Returns a recent reading from before the lease was renewed; empty if the lease has ended. */
    private Optional<ClockReading> renewed(EtcdLease lease) {
        if (context.session().isOlderThan(lease, context.options().freshFor())) {
            EtcdSession.Round round = context.session().renew(lease, Transaction.reading());
            if (round.before().isEmpty() && !round.ended()) {
                throw new LockException("etcd changed its leader while it renewed the lease; trying again");
            }
        }
        return context.session().renewed(lease);
    }

    /**
     * Confirms in one transaction that the key exists under its lease and is the lowest, and that nobody has stored
     * another epoch; and stores this one.
     */
    private Optional<AcquireOutcome> confirm(
            EtcdLease lease, EtcdSnapshot snapshot, KeyValue own, long highest, ClockReading renewed) {
        String election = contender.election();
        EtcdKeys keys = context.keys();
        long revision = own.createRevision();
        long epoch = Math.max(saturated(revision, snapshot.offset()), highest + 1);
        long offset = epoch - revision;
        List<Operation> then = new ArrayList<>();
        then.add(Operation.put(keys.epoch(election), Long.toString(epoch), 0));
        if (offset != snapshot.offset()) {
            then.add(Operation.put(keys.offset(election), Long.toString(offset), 0));
        }
        then.add(Operation.put(
                keys.tenure(election, epoch),
                TenureRecords.begin(
                        contender.instanceId(), contender.url(), context.clock().wallMillis()),
                0));
        Transaction.Result result = context.gateway()
                .apply(new Transaction(
                        List.of(
                                Condition.created(own.key(), revision),
                                Condition.leased(own.key(), lease.id()),
                                Condition.noneCreatedBefore(keys.candidates(election), revision),
                                modified(keys.epoch(election), snapshot.epochKey()),
                                modified(keys.offset(election), snapshot.offsetKey())),
                        then,
                        List.of()));
        if (!result.succeeded()) {
            return Optional.empty();
        }
        Seat<EtcdContender, EtcdLease> leading = standing(lease, revision).leading(epoch);
        context.seats().put(election, leading);
        if (contender.withdrawals() != withdrawals) {
            contender.removeOwn();
            return Optional.of(withdrawn());
        }
        if (ThreadLocalRandom.current().nextInt(PRUNE_EVERY) == 0) {
            context.threads().run(election, () -> new EtcdPruning(context).prune(election));
        }
        return Optional.of(new AcquireOutcome.Won(
                new Claim(election, contender.instanceId(), epoch, renewed, tenureId(lease, revision))));
    }

    /** Returns the text that identifies the key for a fence, beside the epoch: lease and create revision. */
    private static Optional<String> tenureId(EtcdLease lease, long revision) {
        return Optional.of(new EtcdElectionKeys.CandidateKey(lease.hex(), revision).tenureId());
    }

    private static Condition modified(String key, Optional<KeyValue> read) {
        return Condition.modified(key, read.map(KeyValue::modRevision).orElse(0L));
    }

    /** An offset that was written by mistake must not overflow. */
    private static long saturated(long revision, long offset) {
        return offset > Long.MAX_VALUE - revision ? Long.MAX_VALUE : revision + offset;
    }

    private AcquireOutcome withdrawn() {
        return new AcquireOutcome.Unknown(
                new LockException("election " + contender.election() + ": the candidate withdrew during the attempt"));
    }
}
