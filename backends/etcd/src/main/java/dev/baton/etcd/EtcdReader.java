package dev.baton.etcd;

import dev.baton.LeaderInfo;
import dev.baton.etcd.gateway.EtcdGateway;
import dev.baton.etcd.gateway.KeyRange;
import dev.baton.etcd.gateway.KeyValue;
import dev.baton.etcd.gateway.Operation;
import dev.baton.etcd.gateway.Transaction;
import dev.baton.spi.recipe.TenureEntry;
import dev.baton.spi.recipe.TenureRecords;
import dev.baton.spi.recipe.TenureSource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Reads the keys of elections from etcd, linearizably. */
record EtcdReader(EtcdGateway gateway, EtcdKeys keys) implements TenureSource {

    EtcdSnapshot snapshot(String election) {
        return snapshot(gateway.read(snapshotReads(election)).reads());
    }

    Operation[] snapshotReads(String election) {
        return new Operation[] {
            Operation.read(keys.candidates(election)),
            Operation.read(keys.candidateRecords(election)),
            Operation.read(KeyRange.of(keys.epoch(election))),
            Operation.read(KeyRange.of(keys.offset(election))),
            Operation.read(KeyRange.of(keys.command(election))),
            Operation.read(KeyRange.of(keys.reservation(election)))
        };
    }

    static EtcdSnapshot snapshot(List<List<KeyValue>> reads) {
        return EtcdSnapshot.of(
                reads.get(0), reads.get(1), first(reads, 2), first(reads, 3), first(reads, 4), first(reads, 5));
    }

    private static Optional<KeyValue> first(List<List<KeyValue>> reads, int index) {
        return reads.get(index).stream().findFirst();
    }

    /** Returns the highest epoch in the history; 0 if there is none. */
    long highestRecorded(String election) {
        return gateway.read(Operation.readLastKeys(keys.history(election), 1)).reads().get(0).stream()
                .mapToLong(entry -> TenureRecords.epochOf(EtcdKeys.lastPart(entry.key())))
                .max()
                .orElse(0);
    }

    @Override
    public List<TenureEntry> tenures(String election, long afterEpoch) {
        KeyRange all = keys.history(election);
        KeyRange later = afterEpoch == 0 ? all : new KeyRange(keys.tenureEnd(election, afterEpoch), all.end());
        return tenures(election, later);
    }

    private List<TenureEntry> tenures(String election, KeyRange range) {
        return TenureRecords.of(
                election,
                gateway.read(Operation.read(range)).reads().get(0).stream()
                        .map(entry -> new TenureRecords.Entry(EtcdKeys.lastPart(entry.key()), entry.value()))
                        .toList());
    }

    @Override
    public Optional<LeaderInfo> leader(String election) {
        EtcdSnapshot snapshot = snapshot(election);
        return snapshot.leader().map(leader -> leader(election, snapshot, leader));
    }

    private LeaderInfo leader(String election, EtcdSnapshot snapshot, KeyValue leader) {
        long epoch = snapshot.epochOf(leader);
        Optional<TenureEntry> recorded = snapshot.recordOf(leader).isEmpty()
                ? Optional.empty()
                : tenures(election, KeyRange.of(keys.tenure(election, epoch))).stream()
                        .findFirst();
        return recorded.map(TenureEntry::leader)
                .orElseGet(() ->
                        new LeaderInfo(election, EtcdSnapshot.shown(leader), epoch, Instant.EPOCH, Optional.empty()));
    }

    /** Returns the elections that have a candidate or ever had a leader. */
    List<String> elections() {
        Transaction.Result found = gateway.read(
                Operation.readKeys(keys.electionsBefore()),
                Operation.readKeys(keys.electionsAfter()),
                Operation.readKeys(keys.epochs()));
        List<KeyValue> all = new ArrayList<>();
        found.reads().forEach(all::addAll);
        TreeSet<String> names = new TreeSet<>();
        all.forEach(entry -> keys.electionOf(entry.key()).ifPresent(names::add));
        return List.copyOf(names);
    }
}
