package dev.baton.etcd;

import dev.baton.ClockReading;
import dev.baton.EndReason;
import dev.baton.etcd.gateway.Condition;
import dev.baton.etcd.gateway.KeyValue;
import dev.baton.etcd.gateway.Operation;
import dev.baton.etcd.gateway.Transaction;
import dev.baton.spi.Claim;
import dev.baton.spi.RenewOutcome;
import dev.baton.spi.recipe.OptionalEpoch;
import dev.baton.spi.recipe.Seat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Renews the lease of this process once for all claims, and checks the keys of as many claims as one transaction can, in
 * rotation. The watch reports the deletion of any key in between.
 */
record EtcdRenewal(EtcdContext context) {
    private static final int CONDITIONS_PER_CLAIM = 3;
    private static final int CHECKED = Transaction.MAX_SIZE / CONDITIONS_PER_CLAIM;

    /** @param round the number of this renewal, for the rotation */
    Map<Claim, RenewOutcome> renew(List<Claim> claims, long round) {
        Map<Claim, RenewOutcome> answers = new HashMap<>();
        Map<Claim, Seat<EtcdContender, EtcdLease>> ours = new LinkedHashMap<>();
        for (Claim claim : claims) {
            Optional<Seat<EtcdContender, EtcdLease>> seat = context.seats().of(claim);
            seat.ifPresent(held -> ours.put(claim, held));
            if (seat.isEmpty()) {
                answers.put(claim, new RenewOutcome.Gone(EndReason.TAKEN_OVER));
            }
        }
        Optional<EtcdLease> lease = context.session().lease();
        if (ours.isEmpty()) {
            return answers;
        }
        if (lease.isEmpty()) {
            ours.keySet().forEach(claim -> answers.put(claim, new RenewOutcome.Gone(EndReason.SESSION_CLOSED)));
            return answers;
        }
        Map<Claim, Seat<EtcdContender, EtcdLease>> checked = selection(ours, round);
        List<Condition> conditions = new ArrayList<>();
        checked.forEach((claim, seat) -> conditions.addAll(conditions(claim.election(), seat)));
        EtcdSession.Round renewal =
                context.session().renew(lease.get(), new Transaction(conditions, List.of(), List.of()));
        ours.forEach((claim, seat) -> answers.put(
                claim,
                outcome(
                        claim.election(),
                        seat,
                        renewal,
                        checked.containsKey(claim) && !renewal.check().succeeded())));
        return answers;
    }

    private static Map<Claim, Seat<EtcdContender, EtcdLease>> selection(
            Map<Claim, Seat<EtcdContender, EtcdLease>> all, long round) {
        if (all.size() <= CHECKED) {
            return all;
        }
        List<Claim> claims = List.copyOf(all.keySet());
        Map<Claim, Seat<EtcdContender, EtcdLease>> selected = new LinkedHashMap<>();
        for (long i = round * CHECKED; i < (round + 1) * CHECKED; i++) {
            Claim claim = claims.get(Math.floorMod(i, claims.size()));
            Optional.ofNullable(all.get(claim)).ifPresent(seat -> selected.put(claim, seat));
        }
        return selected;
    }

    private List<Condition> conditions(String election, Seat<EtcdContender, EtcdLease> seat) {
        String key = context.keys().candidate(election, seat.key());
        return List.of(
                Condition.created(key, seat.revision()),
                Condition.leased(key, seat.key().id()),
                Condition.valued(context.keys().epoch(election), Long.toString(seat.epoch())));
    }

    private RenewOutcome outcome(
            String election, Seat<EtcdContender, EtcdLease> seat, EtcdSession.Round renewal, boolean examine) {
        if (renewal.ended()) {
            return new RenewOutcome.Gone(EndReason.SESSION_CLOSED);
        }
        if (renewal.before().isEmpty()) {
            return new RenewOutcome.Unknown(context.conflict(
                    election, "hands: etcd changed its leader while it renewed the lease of this process"));
        }
        return examine
                ? examine(election, seat, renewal.before().get())
                : new RenewOutcome.Renewed(renewal.before().get());
    }

    /** Looks at one claim by itself: its key was deleted, or a key was edited by hand. */
    private RenewOutcome examine(String election, Seat<EtcdContender, EtcdLease> seat, ClockReading before) {
        EtcdSnapshot snapshot = context.reader().snapshot(election);
        Optional<KeyValue> own = snapshot.keyOf(seat.key()).filter(key -> key.createRevision() == seat.revision());
        OptionalEpoch stored = EtcdSnapshot.number(snapshot.epochKey());
        boolean replaced = stored.isReadable() && stored.orZero() != seat.epoch();
        if (own.isEmpty() || !snapshot.lowest().equals(own) || replaced) {
            end(election, seat);
            return new RenewOutcome.Gone(EndReason.TAKEN_OVER);
        }
        return restore(election, seat, snapshot, own.get())
                ? new RenewOutcome.Renewed(before)
                : new RenewOutcome.Unknown(context.conflict(election, "while they were being read"));
    }

    private void end(String election, Seat<EtcdContender, EtcdLease> seat) {
        Seat<EtcdContender, EtcdLease> removing = seat.removing();
        if (context.seats().replace(election, seat, removing)) {
            context.threads()
                    .run(election, () -> new EtcdRemoval(context).remove(election, removing, EndReason.TAKEN_OVER));
        }
    }

    /** Restores records that were damaged by hand. */
    private boolean restore(String election, Seat<EtcdContender, EtcdLease> seat, EtcdSnapshot snapshot, KeyValue own) {
        EtcdKeys keys = context.keys();
        List<Operation> then = new ArrayList<>();
        if (own.lease() != seat.key().id()) {
            then.add(Operation.put(
                    own.key(), seat.contender().instanceId(), seat.key().id()));
        }
        if (!EtcdSnapshot.number(snapshot.epochKey()).isReadable()) {
            then.add(Operation.put(keys.epoch(election), Long.toString(seat.epoch()), 0));
        }
        return then.isEmpty()
                || context.gateway()
                        .apply(new Transaction(
                                List.of(
                                        Condition.created(own.key(), own.createRevision()),
                                        Condition.noneCreatedBefore(keys.candidates(election), own.createRevision()),
                                        Condition.modified(
                                                keys.epoch(election),
                                                snapshot.epochKey()
                                                        .map(KeyValue::modRevision)
                                                        .orElse(0L))),
                                then,
                                List.of()))
                        .succeeded();
    }
}
