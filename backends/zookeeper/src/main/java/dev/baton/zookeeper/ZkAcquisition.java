package dev.baton.zookeeper;

import dev.baton.ClockReading;
import dev.baton.EndReason;
import dev.baton.LockException;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Claim;
import dev.baton.spi.recipe.Seat;
import dev.baton.spi.recipe.TenureRecords;
import dev.baton.support.text.ZkElectionPaths;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;

/**
 * One attempt to lead: create the node if there is none, and confirm it if it is the lowest. Otherwise the node stays, and
 * a later attempt confirms it.
 *
 * @param floor the epoch must be larger
 * @param withdrawals how often the candidate had withdrawn when it asked for this attempt
 */
record ZkAcquisition(ZkContext context, ZkContender contender, long floor, long withdrawals) {
    private static final int ROUNDS = 4;
    private static final Duration SOON = Duration.ofMillis(50);
    /** Every so many tenures the oldest ones are deleted. */
    private static final int PRUNE_EVERY = 50;

    AcquireOutcome run() {
        String election = contender.election();
        for (int round = 0; round < ROUNDS; round++) {
            if (contender.withdrawals() != withdrawals) {
                contender.removeOwn();
                return withdrawn();
            }
            context.seats().touch(election);
            Optional<Seat<ZkContender, CandidateNode>> seat = context.seats().of(election);
            if (seat.isPresent() && !seat.get().isOf(contender)) {
                return new AcquireOutcome.HeldBy("(local)", seat.get().epoch(), Optional.of(SOON));
            }
            // An earlier grant whose answer was lost must not be granted twice under one epoch.
            if (seat.isPresent() && seat.get().use() != Seat.Use.STANDING) {
                contender.removal().remove(election, seat.get(), EndReason.SESSION_CLOSED);
                seat = Optional.empty();
            }
            ZkLink link = context.session().open();
            try {
                Optional<AcquireOutcome> outcome = attempt(link, seat, round);
                if (outcome.isPresent()) {
                    return outcome.get();
                }
            } catch (ZkException failed) {
                context.session().endIfGone(link, failed);
                if (!failed.isConflict() && !failed.isSessionGone()) {
                    throw failed;
                }
            }
        }
        return new AcquireOutcome.HeldBy("(changing hands)", 0, Optional.of(SOON));
    }

    /** Returns empty if the nodes have changed. */
    private Optional<AcquireOutcome> attempt(ZkLink link, Optional<Seat<ZkContender, CandidateNode>> seat, int round) {
        String election = contender.election();
        ZkSnapshot snapshot = context.reader().snapshot(link.requests(), election);
        Optional<AcquireOutcome.HeldBy> delay = delay(snapshot, seat);
        if (delay.isPresent()) {
            contender.removeOwn();
            return Optional.of(delay.get());
        }
        long highest = highest(link, snapshot, round);
        if (seat.isEmpty()) {
            create(link);
            return Optional.empty();
        }
        CandidateNode own = seat.get().key();
        Optional<String> name = snapshot.nameOf(own);
        if (name.isEmpty()) {
            // The node is gone, or its creation had no answer: it may still arrive, and must not.
            contender.removal().remove(election, seat.get(), EndReason.SESSION_CLOSED);
            return Optional.empty();
        }
        Optional<ZkNode> lowest = snapshot.lowestNode();
        if (lowest.isEmpty()) {
            return Optional.empty();
        }
        if (!snapshot.lowest().equals(name)) {
            context.seats().put(election, seat.get().withKey(own.named(name.get())));
            return Optional.of(held(snapshot, lowest.get()));
        }
        Seat<ZkContender, CandidateNode> standing =
                seat.get().created(own.named(name.get()), lowest.get().created());
        context.seats().put(election, standing);
        if (snapshot.isOutranked(own)) {
            contender.removeOwn();
            return Optional.of(new AcquireOutcome.HeldBy("(a higher priority)", snapshot.epoch(), Optional.of(SOON)));
        }
        context.session().prepareProof(link, contender.renewInterval());
        return confirm(link, standing, snapshot, highest);
    }

    private static AcquireOutcome held(ZkSnapshot snapshot, ZkNode lowest) {
        return new AcquireOutcome.HeldBy(
                ZkSnapshot.shown(lowest),
                snapshot.leader().isPresent() ? snapshot.epochOf(lowest) : snapshot.epoch(),
                Optional.empty());
    }

    private Optional<AcquireOutcome.HeldBy> delay(
            ZkSnapshot snapshot, Optional<Seat<ZkContender, CandidateNode>> seat) {
        // A command is looked at only when nothing else is in the way.
        boolean couldLead = snapshot.lowest()
                .map(lowest -> seat.filter(own -> own.key().isNamed(lowest)).isPresent())
                .orElse(true);
        return snapshot.reservedForOther(contender.instanceId())
                .map(successor -> new AcquireOutcome.HeldBy(successor, snapshot.epoch(), Optional.empty()))
                .or(() -> couldLead ? snapshot.command().flatMap(contender::delay) : Optional.empty());
    }

    private long highest(ZkLink link, ZkSnapshot snapshot, int round) {
        // After a conflict the history is read too: a smaller epoch may have been stored by hand.
        boolean readable = ZkSnapshot.number(snapshot.epochNode()).isReadable() && round < ROUNDS - 1;
        long recorded = readable
                ? snapshot.epoch()
                : Math.max(snapshot.epoch(), context.reader().highestRecorded(link.requests(), contender.election()));
        long highest = Math.max(floor, recorded);
        if (highest == Long.MAX_VALUE) {
            contender.removeOwn();
            throw new LockException("election " + contender.election() + " in " + context.shown() + ": epoch " + highest
                    + " is the largest possible one, so no leader can follow. Nothing was changed. If the number was"
                    + " written by mistake, correct the node " + context.paths().epoch(contender.election()));
        }
        return highest;
    }

    private void create(ZkLink link) {
        String election = contender.election();
        ZkRequests requests = link.requests();
        contender.parents().ensure(requests, election);
        CandidateNode own = CandidateNode.next(link.session(), contender.priority());
        Seat<ZkContender, CandidateNode> seat = Seat.standing(contender, own, 0);
        context.seats().put(election, seat);
        try {
            List<OpResult> results = requests.apply(List.of(
                    requests.create(context.paths().candidateRecord(election, own), "", CreateMode.EPHEMERAL),
                    requests.create(
                            context.paths().candidate(election, own.prefix()),
                            contender.instanceId(),
                            CreateMode.EPHEMERAL_SEQUENTIAL)));
            String created = ((OpResult.CreateResult) results.get(1)).getPath();
            context.seats().replace(election, seat, seat.withKey(own.named(ZkPaths.lastPart(created))));
        } catch (ZkException failed) {
            if (failed.isRefusal()) {
                context.seats().remove(election, seat);
                contender.parents().forget(election);
            }
            throw failed;
        }
    }

    /**
     * Confirms in one multi that the node exists and that nobody has stored another epoch, and stores this one. Nobody
     * can get in front of the lowest node, so it still is the lowest. The same multi proves an earlier write.
     */
    private Optional<AcquireOutcome> confirm(
            ZkLink link, Seat<ZkContender, CandidateNode> seat, ZkSnapshot snapshot, long highest) {
        String election = contender.election();
        ZkPaths paths = context.paths();
        long epoch = Math.max(saturated(seat.revision(), snapshot.offset()), highest + 1);
        long offset = epoch - seat.revision();
        List<Op> operations = new ArrayList<>();
        operations.add(Op.check(paths.candidate(election, seat.key().name()), -1));
        operations.add(stored(link, paths.epoch(election), snapshot.epochNode(), epoch));
        if (offset != snapshot.offset()) {
            operations.add(stored(link, paths.offset(election), snapshot.offsetNode(), offset));
        } else {
            snapshot.offsetNode().ifPresent(node -> operations.add(Op.check(node.path(), node.version())));
        }
        operations.add(link.requests()
                .create(
                        paths.tenure(election, epoch),
                        TenureRecords.begin(
                                contender.instanceId(),
                                contender.url(),
                                context.clock().wallMillis()),
                        CreateMode.PERSISTENT));
        try {
            context.session().write(link, operations);
        } catch (ZkException failed) {
            if (failed.isConflict()) {
                contender.parents().forget(election);
                contender.parents().ensure(link.requests(), election);
                // Creates the node of the session again, if it was deleted by hand.
                context.session().write(link, List.of());
            }
            throw failed;
        }
        int version = snapshot.epochNode().map(node -> node.version() + 1).orElse(0);
        Seat<ZkContender, CandidateNode> leading =
                seat.withKey(seat.key().leading(version)).leading(epoch);
        context.seats().put(election, leading);
        if (contender.withdrawals() != withdrawals) {
            contender.removeOwn();
            return Optional.of(withdrawn());
        }
        if (ThreadLocalRandom.current().nextInt(PRUNE_EVERY) == 0) {
            context.threads().run(election, () -> new ZkPruning(context).prune(election));
        }
        String tenureId = new ZkElectionPaths.LeaderNode(seat.key().name(), version).tenureId();
        return Optional.of(new AcquireOutcome.Won(
                new Claim(election, contender.instanceId(), epoch, countsFrom(link), Optional.of(tenureId))));
    }

    private static ClockReading countsFrom(ZkLink link) {
        return link.writes().countsFrom().orElseThrow(() -> new IllegalStateException("no write is proven"));
    }

    private static Op stored(ZkLink link, String path, Optional<ZkNode> read, long number) {
        String text = Long.toString(number);
        return read.map(node -> Op.setData(path, ZkRequests.bytes(text), node.version()))
                .orElseGet(() -> link.requests().create(path, text, CreateMode.PERSISTENT));
    }

    /** An offset that was written by mistake must not overflow. */
    private static long saturated(long created, long offset) {
        return offset > Long.MAX_VALUE - created ? Long.MAX_VALUE : created + offset;
    }

    private AcquireOutcome withdrawn() {
        return new AcquireOutcome.Unknown(
                new LockException("election " + contender.election() + ": the candidate withdrew during the attempt"));
    }
}
