package dev.baton.etcd;

import dev.baton.EndReason;
import dev.baton.etcd.gateway.Answer;
import dev.baton.etcd.gateway.Condition;
import dev.baton.etcd.gateway.EtcdException;
import dev.baton.etcd.gateway.KeyRange;
import dev.baton.etcd.gateway.KeyValue;
import dev.baton.etcd.gateway.Operation;
import dev.baton.etcd.gateway.Transaction;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.recipe.Seat;
import dev.baton.spi.recipe.SeatRemoval;
import dev.baton.spi.recipe.TenureRecords;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Deletes the key of a candidate, matched by its create revision. A seat whose key may still exist stays, so that no
 * other candidate of this process uses the key and the deletion is repeated until etcd confirms it.
 */
record EtcdRemoval(EtcdContext context) implements SeatRemoval<EtcdContender, EtcdLease> {
    private static final int ROUNDS = 4;
    /** How long a transfer reserves the leadership for its target; the shortest lease that etcd grants. */
    private static final long RESERVATION_SECONDS = 2;

    @Override
    public ReleaseOutcome release(String election, Seat<EtcdContender, EtcdLease> seat, ReleaseRequest request) {
        EtcdKeys keys = context.keys();
        String key = keys.candidate(election, seat.key());
        List<Operation> then = new ArrayList<>(deletion(election, seat));
        then.add(end(election, seat.epoch(), request.reason()));
        request.successor().ifPresent(successor -> then.add(reservation(election, successor)));
        Transaction.Result result = context.gateway()
                .apply(new Transaction(
                        List.of(
                                Condition.created(key, seat.revision()),
                                Condition.valued(keys.epoch(election), Long.toString(seat.epoch()))),
                        then,
                        List.of()));
        if (result.succeeded()) {
            context.queue().removed(election, seat);
            return new ReleaseOutcome.Released();
        }
        boolean held = context.reader()
                .snapshot(election)
                .keyOf(seat.key())
                .filter(own -> own.createRevision() == seat.revision())
                .isPresent();
        remove(election, seat, request.reason());
        return held ? new ReleaseOutcome.Released() : new ReleaseOutcome.NotOurs();
    }

    private Operation reservation(String election, String successor) {
        Answer granted = context.gateway().grant(RESERVATION_SECONDS);
        return Operation.put(context.keys().reservation(election), successor, granted.number("ID"));
    }

    private Operation end(String election, long epoch, EndReason reason) {
        return Operation.put(
                context.keys().tenureEnd(election, epoch),
                TenureRecords.end(reason, context.clock().wallMillis()),
                0);
    }

    private List<Operation> deletion(String election, Seat<EtcdContender, EtcdLease> seat) {
        return List.of(
                Operation.delete(KeyRange.of(context.keys().candidate(election, seat.key()))),
                recordAfter(election, seat));
    }

    /** A request to create the key that had no answer can still arrive: the changed record makes it fail. */
    private Operation recordAfter(String election, Seat<EtcdContender, EtcdLease> seat) {
        String record = context.keys().candidateRecord(election, seat.key().hex());
        return context.seats().isUncertain(election)
                ? Operation.put(
                        record, CandidateRecord.WITHDRAWN.text(), seat.key().id())
                : Operation.delete(KeyRange.of(record));
    }

    @Override
    public void remove(String election, Seat<EtcdContender, EtcdLease> seat, EndReason reason) {
        Seat<EtcdContender, EtcdLease> removing = seat.removing();
        context.seats().replace(election, seat, removing);
        // A removal that was asked for twice must not touch what the candidate has acquired since.
        if (!context.seats().of(election).equals(Optional.of(removing))) {
            return;
        }
        for (int round = 0; round < ROUNDS; round++) {
            if (context.session().lease().filter(seat.key()::equals).isEmpty()
                    || tryRemove(election, removing, reason)) {
                context.queue().removed(election, removing);
                return;
            }
        }
        throw context.conflict(election, "during every attempt to delete the key of this process");
    }

    /**
     * Deletes a key under the lease of this process that no candidate uses. A restored snapshot brings back keys that were
     * deleted, and as long as the lease is renewed they would block all others.
     */
    void removeLeftOver(String election, EtcdLease lease) {
        if (context.seats().of(election).isPresent()) {
            return;
        }
        context.reader()
                .snapshot(election)
                .keyOf(lease)
                .ifPresent(own -> context.gateway()
                        .apply(new Transaction(
                                List.of(Condition.created(own.key(), own.createRevision())),
                                List.of(
                                        Operation.delete(KeyRange.of(own.key())),
                                        Operation.delete(
                                                KeyRange.of(context.keys().candidateRecord(election, lease.hex())))),
                                List.of())));
    }

    private boolean tryRemove(String election, Seat<EtcdContender, EtcdLease> seat, EndReason reason) {
        EtcdSnapshot snapshot = context.reader().snapshot(election);
        Optional<KeyValue> own = snapshot.keyOf(seat.key())
                .filter(key -> snapshot.recordOf(seat.key().hex())
                        .filter(seat.contender()::wrote)
                        .isPresent());
        List<Condition> conditions = new ArrayList<>();
        List<Operation> then = new ArrayList<>();
        if (own.isPresent()) {
            conditions.add(Condition.created(own.get().key(), own.get().createRevision()));
            then.addAll(deletion(election, seat));
            if (snapshot.isLeader(own.get())) {
                then.add(end(election, snapshot.epochOf(own.get()), reason));
            }
        } else if (context.seats().isUncertain(election)) {
            String record = context.keys().candidateRecord(election, seat.key().hex());
            conditions.add(Condition.modified(record, snapshot.recordRevision(seat.key())));
            then.add(recordAfter(election, seat));
        } else {
            return true;
        }
        try {
            return context.gateway()
                    .apply(new Transaction(conditions, then, List.of()))
                    .succeeded();
        } catch (EtcdException failed) {
            if (failed.isLeaseGone()) {
                return true;
            }
            throw failed;
        }
    }
}
