package dev.baton.zookeeper;

import dev.baton.ClockReading;
import dev.baton.EndReason;
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
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.Op;

/**
 * Renews the session of this process by one write for all claims, and checks the nodes of some claims in it, in rotation.
 * The watch reports the deletion of any node in between.
 */
record ZkRenewal(ZkContext context) {
    private static final int CHECKED = 250;

    /** @param round the number of this renewal, for the rotation */
    Map<Claim, RenewOutcome> renew(List<Claim> claims, long round) {
        Map<Claim, RenewOutcome> answers = new HashMap<>();
        Map<Claim, Seat<ZkContender, CandidateNode>> ours = new LinkedHashMap<>();
        for (Claim claim : claims) {
            Optional<Seat<ZkContender, CandidateNode>> seat = context.seats().of(claim);
            seat.ifPresent(held -> ours.put(claim, held));
            if (seat.isEmpty()) {
                answers.put(claim, new RenewOutcome.Gone(EndReason.TAKEN_OVER));
            }
        }
        if (ours.isEmpty()) {
            return answers;
        }
        Optional<ZkLink> link = context.session().link();
        List<Claim> checked = selection(List.copyOf(ours.keySet()), round);
        boolean unchanged = link.isPresent() && write(link.get(), ours, checked);
        boolean ended =
                context.session().link().isEmpty() || !context.session().link().equals(link);
        Optional<ClockReading> countsFrom = link.flatMap(one -> one.writes().countsFrom());
        for (Map.Entry<Claim, Seat<ZkContender, CandidateNode>> entry : ours.entrySet()) {
            answers.put(
                    entry.getKey(),
                    ended || countsFrom.isEmpty()
                            ? new RenewOutcome.Gone(EndReason.SESSION_CLOSED)
                            : unchanged || !checked.contains(entry.getKey())
                                    ? new RenewOutcome.Renewed(countsFrom.get())
                                    : examine(
                                            link.get(), entry.getKey().election(), entry.getValue(), countsFrom.get()));
        }
        return answers;
    }

    private static List<Claim> selection(List<Claim> claims, long round) {
        if (claims.size() <= CHECKED) {
            return claims;
        }
        List<Claim> selected = new ArrayList<>();
        for (long i = round * CHECKED; i < (round + 1) * CHECKED; i++) {
            selected.add(claims.get(Math.floorMod(i, claims.size())));
        }
        return selected;
    }

    /** Renews the session; false if a check failed, so that each claim must be looked at. */
    private boolean write(ZkLink link, Map<Claim, Seat<ZkContender, CandidateNode>> ours, List<Claim> checked) {
        List<Op> checks = new ArrayList<>();
        for (Claim claim : checked) {
            Seat<ZkContender, CandidateNode> seat = ours.get(claim);
            if (seat != null) {
                checks.add(Op.check(
                        context.paths().candidate(claim.election(), seat.key().name()), -1));
                checks.add(Op.check(
                        context.paths().epoch(claim.election()), seat.key().epochVersion()));
            }
        }
        try {
            context.session().write(link, checks);
            return true;
        } catch (ZkException failed) {
            if (failed.isSessionGone()) {
                return false;
            }
            if (!failed.isConflict()) {
                throw failed;
            }
        }
        context.session().write(link, List.of());
        return false;
    }

    /** Looks at one claim by itself: its node was deleted, or a node was edited by hand. */
    private RenewOutcome examine(
            ZkLink link, String election, Seat<ZkContender, CandidateNode> seat, ClockReading countsFrom) {
        ZkSnapshot snapshot = context.reader().snapshot(link.requests(), election);
        OptionalEpoch stored = ZkSnapshot.number(snapshot.epochNode());
        boolean replaced = stored.isReadable() && stored.orZero() != seat.epoch();
        if (!snapshot.lowest().equals(Optional.of(seat.key().name())) || replaced) {
            end(election, seat);
            return new RenewOutcome.Gone(EndReason.TAKEN_OVER);
        }
        boolean restored = stored.isReadable() || restore(link, election, seat, snapshot);
        int version = snapshot.epochNode()
                .map(node -> node.version() + (stored.isReadable() ? 0 : 1))
                .orElse(0);
        if (restored) {
            context.seats().replace(election, seat, seat.withKey(seat.key().leading(version)));
            return new RenewOutcome.Renewed(countsFrom);
        }
        return new RenewOutcome.Unknown(context.conflict(election, "while they were being read"));
    }

    private void end(String election, Seat<ZkContender, CandidateNode> seat) {
        Seat<ZkContender, CandidateNode> removing = seat.removing();
        if (context.seats().replace(election, seat, removing)) {
            context.threads()
                    .run(election, () -> new ZkRemoval(context).remove(election, removing, EndReason.TAKEN_OVER));
        }
    }

    /** Restores an epoch that was damaged by hand. */
    private boolean restore(ZkLink link, String election, Seat<ZkContender, CandidateNode> seat, ZkSnapshot snapshot) {
        String path = context.paths().epoch(election);
        String text = Long.toString(seat.epoch());
        try {
            link.requests()
                    .apply(List.of(
                            Op.check(
                                    context.paths()
                                            .candidate(election, seat.key().name()),
                                    -1),
                            snapshot.epochNode()
                                    .map(node -> Op.setData(path, ZkRequests.bytes(text), node.version()))
                                    .orElseGet(() -> link.requests().create(path, text, CreateMode.PERSISTENT))));
            return true;
        } catch (ZkException failed) {
            if (!failed.isConflict()) {
                throw failed;
            }
            return false;
        }
    }
}
