package dev.baton.zookeeper;

import dev.baton.EndReason;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.ReleaseRequest;
import dev.baton.spi.recipe.Seat;
import dev.baton.spi.recipe.SeatRemoval;
import dev.baton.spi.recipe.TenureRecords;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;

/**
 * Deletes the node of a candidate. A seat whose node may still exist stays, so that the deletion is repeated until
 * ZooKeeper confirms it.
 */
record ZkRemoval(ZkContext context) implements SeatRemoval<ZkContender, CandidateNode> {
    private static final int ROUNDS = 4;
    /** How long a transfer reserves the leadership for its target. */
    private static final Duration RESERVED = Duration.ofSeconds(2);

    @Override
    public ReleaseOutcome release(String election, Seat<ZkContender, CandidateNode> seat, ReleaseRequest request) {
        Optional<ZkLink> link = context.session()
                .link()
                .filter(one -> one.session() == seat.key().session());
        if (link.isEmpty()) {
            context.queue().removed(election, seat);
            return new ReleaseOutcome.NotOurs();
        }
        ZkRequests requests = link.get().requests();
        List<Op> operations = new ArrayList<>(deletion(election, seat));
        operations.add(Op.check(context.paths().epoch(election), seat.key().epochVersion()));
        operations.add(end(requests, election, seat.epoch(), request.reason()));
        request.successor().ifPresent(successor -> reserve(requests, election, successor));
        try {
            requests.apply(operations);
            context.queue().removed(election, seat);
            return new ReleaseOutcome.Released();
        } catch (ZkException failed) {
            if (!failed.isRefusal()) {
                throw failed;
            }
            context.session().endIfGone(link.get(), failed);
            boolean held = !failed.isSessionGone()
                    && context.reader()
                            .snapshot(requests, election)
                            .nameOf(seat.key())
                            .isPresent();
            remove(election, seat, request.reason());
            return held ? new ReleaseOutcome.Released() : new ReleaseOutcome.NotOurs();
        }
    }

    /** Reserves the leadership until a short time has passed; the node vanishes with the session at the latest. */
    private void reserve(ZkRequests requests, String election, String successor) {
        String path = context.paths().reservation(election);
        try {
            requests.get(requests.read(path)).ifPresent(old -> requests.apply(List.of(Op.delete(path, -1))));
            requests.apply(List.of(requests.create(path, successor, CreateMode.EPHEMERAL)));
        } catch (ZkException failed) {
            if (!failed.isConflict()) {
                throw failed;
            }
        }
        context.threads().after(RESERVED, () -> context.threads().run(election, () -> unreserve(requests, path)));
    }

    private void unreserve(ZkRequests requests, String path) {
        requests.get(requests.read(path))
                .filter(node ->
                        node.stat().getEphemeralOwner() == requests.client().getSessionId())
                .ifPresent(own -> requests.apply(List.of(Op.delete(path, own.version()))));
    }

    private Op end(ZkRequests requests, String election, long epoch, EndReason reason) {
        return requests.create(
                context.paths().tenureEnd(election, epoch),
                TenureRecords.end(reason, context.clock().wallMillis()),
                CreateMode.PERSISTENT);
    }

    private List<Op> deletion(String election, Seat<ZkContender, CandidateNode> seat) {
        return List.of(
                Op.delete(context.paths().candidate(election, seat.key().name()), -1),
                Op.delete(context.paths().candidateRecord(election, seat.key()), -1));
    }

    @Override
    public void remove(String election, Seat<ZkContender, CandidateNode> seat, EndReason reason) {
        Seat<ZkContender, CandidateNode> removing = seat.removing();
        context.seats().replace(election, seat, removing);
        // A removal that was asked for twice must not touch what the candidate has acquired since.
        if (!context.seats().of(election).equals(Optional.of(removing))) {
            return;
        }
        for (int round = 0; round < ROUNDS; round++) {
            Optional<ZkLink> link = context.session()
                    .link()
                    .filter(one -> one.session() == seat.key().session());
            if (link.isEmpty() || tryRemove(link.get(), election, removing, reason)) {
                context.queue().removed(election, removing);
                return;
            }
        }
        throw context.conflict(election, "during every attempt to delete the node of this process");
    }

    private boolean tryRemove(ZkLink link, String election, Seat<ZkContender, CandidateNode> seat, EndReason reason) {
        ZkRequests requests = link.requests();
        try {
            Optional<String> name = seat.key().name().isEmpty()
                    ? foundName(requests, election, seat.key())
                    : Optional.of(seat.key().name());
            if (name.isEmpty()) {
                return true;
            }
            List<Op> operations =
                    new ArrayList<>(deletion(election, seat.withKey(seat.key().named(name.get()))));
            if (seat.epoch() > 0) {
                operations.add(end(requests, election, seat.epoch(), reason));
            }
            requests.apply(operations);
            return true;
        } catch (ZkException failed) {
            context.session().endIfGone(link, failed);
            return failed.isSessionGone() || (failed.isConflict() && deleteEach(requests, election, seat));
        }
    }

    /**
     * Returns the name of a node whose creation had no answer. If there is none, the record takes its place, so that a
     * request that is still on its way fails.
     */
    private Optional<String> foundName(ZkRequests requests, String election, CandidateNode own) {
        try {
            requests.apply(
                    List.of(requests.create(context.paths().candidateRecord(election, own), "", CreateMode.EPHEMERAL)));
            return Optional.empty();
        } catch (ZkException failed) {
            if (failed.code() != Code.NODEEXISTS) {
                throw failed;
            }
            return context.reader().snapshot(requests, election).nameOf(own);
        }
    }

    /** One of the nodes is already deleted. */
    private boolean deleteEach(ZkRequests requests, String election, Seat<ZkContender, CandidateNode> seat) {
        if (seat.key().name().isEmpty()) {
            seat.contender().parents().forget(election);
            seat.contender().parents().ensure(requests, election);
            return false;
        }
        for (Op deletion : deletion(election, seat)) {
            try {
                requests.apply(List.of(deletion));
            } catch (ZkException failed) {
                if (failed.code() != Code.NONODE) {
                    throw failed;
                }
            }
        }
        return true;
    }
}
