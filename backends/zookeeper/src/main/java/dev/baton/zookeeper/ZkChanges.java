package dev.baton.zookeeper;

import dev.baton.EndReason;
import dev.baton.spi.StatusJson;
import dev.baton.spi.TransferRequest;
import dev.baton.spi.recipe.LocalContenders;
import dev.baton.spi.recipe.Seat;
import dev.baton.spi.recipe.Seats;
import dev.baton.spi.recipe.TenureWatch;
import dev.baton.support.json.Json;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher.Event.EventType;

/**
 * Turns changes of nodes into signals of candidates and calls of observers. Knows the names of the candidates, which is
 * never a proof: it only makes an attempt happen sooner. Never waits for ZooKeeper.
 *
 * <p>ZooKeeper's client calls it and completes reads on one thread in the order of the changes. A watch that was
 * interrupted misses changes, so everything is read again after a connection.
 */
final class ZkChanges implements ZkSession.Listener {
    private final ZkPaths paths;
    private final Seats<ZkContender, CandidateNode> seats;
    private final LocalContenders<ZkContender> local;
    private final List<TenureWatch> watches = new CopyOnWriteArrayList<>();
    private final Map<String, NavigableSet<String>> candidates = new ConcurrentHashMap<>();
    private final Map<String, TransferRequest> reservations = new ConcurrentHashMap<>();
    private final Set<String> followed = ConcurrentHashMap.newKeySet();
    private final Consumer<String> onRequest;
    private volatile Optional<ZkLink> link = Optional.empty();

    /** @param onRequest called with the path of a transfer request that was received */
    ZkChanges(
            ZkPaths paths,
            Seats<ZkContender, CandidateNode> seats,
            LocalContenders<ZkContender> local,
            Consumer<String> onRequest) {
        this.onRequest = onRequest;
        this.paths = paths;
        this.seats = seats;
        this.local = local;
    }

    void add(TenureWatch watch) {
        watches.add(watch);
        follow(watch.election());
    }

    void remove(TenureWatch watch) {
        watches.remove(watch);
    }

    List<TenureWatch> watches() {
        return watches;
    }

    /** Returns whether this process needs a session to learn of changes. */
    boolean isNeeded() {
        return !watches.isEmpty() || !local.elections().isEmpty();
    }

    /** Watches an election from now on. */
    void follow(String election) {
        if (followed.add(election)) {
            link.ifPresent(one -> read(one, election, true));
        }
    }

    @Override
    public void connected(ZkLink connected) {
        boolean first = !link.equals(Optional.of(connected));
        link = Optional.of(connected);
        if (first) {
            report(connected.requests().watch(paths.records()));
        }
        Set<String> all = new HashSet<>(followed);
        all.forEach(election -> read(connected, election, first));
        connected
                .requests()
                .children(paths.requests())
                .thenAccept(ids -> ids.forEach(id -> transfer(paths.requests() + "/" + id)));
        watches.forEach(TenureWatch::pollLater);
    }

    private void read(ZkLink from, String election, boolean watch) {
        if (watch) {
            report(from.requests().watch(paths.candidates(election)));
        }
        from.requests().children(paths.candidates(election)).whenComplete((names, failed) -> {
            if (names != null) {
                NavigableSet<String> sorted = new ConcurrentSkipListSet<>(CandidateNode.ORDER);
                names.stream().filter(CandidateNode::isCandidate).forEach(sorted::add);
                candidates.put(election, sorted);
                signal(election);
            }
        });
        reservation(from, election);
    }

    private static void report(CompletableFuture<Boolean> watch) {
        watch.whenComplete((set, failed) -> {
            if (failed != null) {
                ZkBackend.LOG.warn("cannot watch the nodes of elections; changes arrive late", failed);
            }
        });
    }

    @Override
    public void changed(WatchedEvent event) {
        String path = event.getPath();
        boolean deleted = event.getType() == EventType.NodeDeleted;
        if (paths.isRequest(path)) {
            if (!deleted) {
                transfer(path);
            }
            return;
        }
        Optional<String> election = paths.electionOf(path);
        if (election.isEmpty()) {
            return;
        }
        if (paths.isReservation(path)) {
            link.ifPresent(one -> reservation(one, election.get()));
        } else if (paths.isCandidate(path) && event.getType() != EventType.NodeDataChanged) {
            String name = ZkPaths.lastPart(path);
            NavigableSet<String> names = candidates.get(election.get());
            if (names != null && CandidateNode.isCandidate(name) && (deleted ? names.remove(name) : names.add(name))) {
                signal(election.get());
            }
        }
        watches.stream()
                .filter(watch -> watch.election().equals(election.get()))
                .forEach(TenureWatch::pollLater);
    }

    @Override
    public void ended(ZkLink ended) {
        link = link.filter(one -> !one.equals(ended));
        candidates.clear();
        for (Map.Entry<String, Seat<ZkContender, CandidateNode>> entry :
                seats.removeAll(node -> node.session() == ended.session())) {
            Seat<ZkContender, CandidateNode> seat = entry.getValue();
            if (seat.use() == Seat.Use.LEADING) {
                seat.contender().signals().claimGone(seat.epoch(), EndReason.SESSION_CLOSED);
            } else {
                seat.contender().signals().tryNow();
            }
        }
    }

    private void transfer(String path) {
        onRequest.accept(path);
        link.ifPresent(one -> one.requests()
                .read(path)
                .thenAccept(found -> found.ifPresent(request -> {
                    Optional<TransferRequest> read = Json.ifWellFormed(() -> StatusJson.readTransfer(request.text()));
                    read.ifPresent(transfer -> local.of(transfer.election())
                            .forEach(each -> each.signals().transferRequested(transfer)));
                })));
    }

    private void reservation(ZkLink from, String election) {
        if (local.of(election).isEmpty()) {
            return;
        }
        from.requests().read(paths.reservation(election)).thenAccept(found -> {
            found.ifPresentOrElse(
                    node -> reservations.put(
                            election, new TransferRequest(election, node.text(), "reserved-" + node.created())),
                    () -> reservations.remove(election));
            signalSuccessor(election);
        });
    }

    /**
     * A named successor tries at once, although it lets others go first after its own tenure. Repeated, because the
     * request itself may have arrived before that tenure was over.
     */
    void signalSuccessors() {
        reservations.keySet().forEach(this::signalSuccessor);
    }

    private void signalSuccessor(String election) {
        TransferRequest reserved = reservations.get(election);
        boolean leads = seats.of(election)
                .filter(seat -> seat.use() == Seat.Use.LEADING)
                .isPresent();
        if (reserved != null && !leads) {
            local.of(election).stream()
                    .filter(contender -> contender.instanceId().equals(reserved.instanceId()))
                    .forEach(contender -> contender.signals().transferRequested(reserved));
        }
    }

    /** Returns whether a candidate of this process is the lowest or the next, as far as is known. */
    boolean isNext(String election, CandidateNode own) {
        NavigableSet<String> names = candidates.get(election);
        return names != null && names.stream().limit(2).anyMatch(own::isNamed);
    }

    /** Returns whether a candidate of this process is the lowest, as far as is known. */
    boolean isLowest(String election, CandidateNode own) {
        NavigableSet<String> names = candidates.get(election);
        return names != null && !names.isEmpty() && own.isNamed(names.first());
    }

    private void signal(String election) {
        NavigableSet<String> names = candidates.get(election);
        if (names == null) {
            return;
        }
        Optional<Seat<ZkContender, CandidateNode>> seat = seats.of(election);
        if (seat.isPresent()) {
            signal(election, seat.get(), names);
        } else if (names.isEmpty()) {
            local.of(election).forEach(contender -> contender.signals().tryNow());
        }
    }

    private void signal(String election, Seat<ZkContender, CandidateNode> seat, NavigableSet<String> names) {
        String own = seat.key().name();
        if (seat.use() == Seat.Use.REMOVING || own.isEmpty()) {
            return;
        }
        if (!names.contains(own)) {
            // The known names may be older than the node.
            link.ifPresent(one -> one.requests()
                    .read(paths.candidate(election, own))
                    .thenAccept(found -> {
                        if (found.isEmpty()) {
                            deleted(election, seat);
                        }
                    }));
        } else if (seat.use() == Seat.Use.STANDING && isLowest(election, seat.key())) {
            seats.touch(election);
            seat.contender().signals().tryNow();
        }
    }

    private void deleted(String election, Seat<ZkContender, CandidateNode> seat) {
        if (!seats.remove(election, seat)) {
            return;
        }
        if (seat.use() == Seat.Use.LEADING) {
            seat.contender().signals().claimGone(seat.epoch(), EndReason.TAKEN_OVER);
        } else {
            seat.contender().signals().tryNow();
        }
    }
}
