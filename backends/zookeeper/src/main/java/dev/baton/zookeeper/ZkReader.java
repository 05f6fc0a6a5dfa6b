package dev.baton.zookeeper;

import dev.baton.LeaderInfo;
import dev.baton.spi.recipe.QueueEntry;
import dev.baton.spi.recipe.TenureEntry;
import dev.baton.spi.recipe.TenureRecords;
import dev.baton.spi.recipe.TenureSource;
import dev.baton.support.text.Names;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/** Reads the nodes of elections. */
record ZkReader(ZkSession session, ZkPaths paths) implements TenureSource {
    private static final int AT_ONCE = 200;

    /** Reads an election as this server of ZooKeeper has it, which is never older than the last answer of the session. */
    ZkSnapshot snapshot(ZkRequests requests, String election) {
        CompletableFuture<List<String>> names = requests.children(paths.candidates(election));
        CompletableFuture<List<String>> records = requests.children(paths.candidateRecords(election));
        CompletableFuture<Optional<ZkNode>> epoch = requests.read(paths.epoch(election));
        CompletableFuture<Optional<ZkNode>> offset = requests.read(paths.offset(election));
        CompletableFuture<Optional<ZkNode>> command = requests.read(paths.command(election));
        CompletableFuture<Optional<ZkNode>> reservation = requests.read(paths.reservation(election));
        List<String> candidates = requests.get(names).stream()
                .filter(CandidateNode::isCandidate)
                .sorted(CandidateNode.ORDER)
                .toList();
        Optional<ZkNode> lowest = candidates.isEmpty()
                ? Optional.empty()
                : requests.get(requests.read(paths.candidate(election, candidates.get(0))));
        Map<String, Integer> ranks = new HashMap<>();
        requests.get(records)
                .forEach(record ->
                        CandidateNode.Rank.parse(record).ifPresent(rank -> ranks.put(rank.id(), rank.priority())));
        return new ZkSnapshot(
                candidates,
                ranks,
                requests.get(epoch),
                requests.get(offset),
                requests.get(command),
                requests.get(reservation),
                lowest);
    }

    /** Reads an election after all that was confirmed before this call. */
    ZkSnapshot latest(String election) {
        ZkRequests requests = synced();
        ZkSnapshot first = snapshot(requests, election);
        // The lowest candidate went meanwhile, or became leader after the epoch was read.
        return first.candidates().isEmpty() || first.leader().isPresent() ? first : snapshot(requests, election);
    }

    private ZkRequests synced() {
        ZkRequests requests = session.open().requests();
        requests.sync(paths.root());
        return requests;
    }

    /** Returns the highest epoch in the history; 0 if there is none. */
    long highestRecorded(ZkRequests requests, String election) {
        return requests.get(requests.children(paths.history(election))).stream()
                .mapToLong(TenureRecords::epochOf)
                .max()
                .orElse(0);
    }

    /** Returns the candidates in the order in which they lead. */
    List<QueueEntry> queue(String election) {
        ZkSnapshot snapshot = latest(election);
        List<String> nodes = snapshot.candidates().stream()
                .map(name -> paths.candidate(election, name))
                .toList();
        return readAll(session.open().requests(), nodes).stream()
                .map(node -> new QueueEntry(ZkSnapshot.shown(node), snapshot.isOfBaton(ZkPaths.lastPart(node.path()))))
                .toList();
    }

    @Override
    public Optional<LeaderInfo> leader(String election) {
        ZkSnapshot snapshot = latest(election);
        return snapshot.leader().map(leader -> leader(election, snapshot, leader));
    }

    private LeaderInfo leader(String election, ZkSnapshot snapshot, ZkNode leader) {
        long epoch = snapshot.epochOf(leader);
        List<TenureEntry> recorded = snapshot.isOfBaton(ZkPaths.lastPart(leader.path()))
                ? tenures(session.open().requests(), election, List.of(TenureRecords.name(epoch)))
                : List.of();
        return recorded.stream()
                .findFirst()
                .map(TenureEntry::leader)
                .orElseGet(() ->
                        new LeaderInfo(election, ZkSnapshot.shown(leader), epoch, Instant.EPOCH, Optional.empty()));
    }

    @Override
    public List<TenureEntry> tenures(String election, long afterEpoch) {
        ZkRequests requests = synced();
        List<String> names = requests.get(requests.children(paths.history(election))).stream()
                .filter(name -> TenureRecords.epochOf(name) > afterEpoch)
                .sorted()
                .toList();
        return tenures(requests, election, names);
    }

    private List<TenureEntry> tenures(ZkRequests requests, String election, List<String> names) {
        List<String> all =
                names.stream().map(name -> paths.history(election) + "/" + name).toList();
        return TenureRecords.of(
                election,
                readAll(requests, all).stream()
                        .map(node -> new TenureRecords.Entry(ZkPaths.lastPart(node.path()), node.text()))
                        .toList());
    }

    /** Reads the nodes that exist, some at once. */
    List<ZkNode> readAll(ZkRequests requests, List<String> all) {
        List<ZkNode> nodes = new ArrayList<>();
        for (int from = 0; from < all.size(); from += AT_ONCE) {
            List<CompletableFuture<Optional<ZkNode>>> some =
                    all.subList(from, Math.min(all.size(), from + AT_ONCE)).stream()
                            .map(requests::read)
                            .toList();
            some.forEach(one -> requests.get(one).ifPresent(nodes::add));
        }
        return nodes;
    }

    /** Reads the children of a node, with their data. */
    List<ZkNode> readChildren(String parent) {
        ZkRequests requests = synced();
        return readAll(
                requests,
                requests.get(requests.children(parent)).stream()
                        .map(name -> parent + "/" + name)
                        .toList());
    }

    /** Returns the elections that have a candidate or ever had a leader. */
    List<String> elections() {
        ZkRequests requests = synced();
        CompletableFuture<List<String>> open = requests.children(paths.root());
        CompletableFuture<List<String>> led = requests.children(paths.epochs());
        TreeSet<String> names = new TreeSet<>(requests.get(open));
        names.addAll(requests.get(led));
        return names.stream().filter(Names::isName).toList();
    }
}
