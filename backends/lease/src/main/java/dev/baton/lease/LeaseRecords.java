package dev.baton.lease;

import dev.baton.store.BatchWrite;
import dev.baton.store.ObjectKey;
import dev.baton.store.ObjectStore;
import dev.baton.store.StoreSnapshot;
import dev.baton.store.StoredObject;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads what the store has about elections. */
record LeaseRecords(ObjectStore store) {
    /** How many tenures of an election are remembered at least; a tenth more at most, when it has been pruned. */
    static final int KEPT_TENURES = 1_000;

    private static final int MAX_TENURES = 10_000;

    /** Reads one election, with its history if the epoch record is missing or unreadable. */
    ElectionSnapshot of(String election) {
        ElectionSnapshot snapshot = ElectionSnapshot.of(
                election, store.snapshot(List.of(RecordKeys.lease(election), RecordKeys.epoch(election))));
        return snapshot.epoch().isPresent() ? snapshot : snapshot.with(lastTenure(election));
    }

    /** Reads many elections in one round trip. */
    Map<String, ElectionSnapshot> of(Collection<String> elections) {
        List<ObjectKey> keys = elections.stream()
                .flatMap(election -> Stream.of(RecordKeys.lease(election), RecordKeys.epoch(election)))
                .toList();
        Map<String, ElectionSnapshot> snapshots = new HashMap<>();
        StoreSnapshot snapshot = keys.isEmpty() ? new StoreSnapshot(0, Map.of()) : store.snapshot(keys);
        elections.forEach(election -> snapshots.put(election, ElectionSnapshot.of(election, snapshot)));
        return snapshots;
    }

    /** Returns the tenures after an epoch, oldest first. */
    List<TenureRecord> tenuresAfter(String election, long epoch) {
        return rowsAfter(election, epoch).stream()
                .flatMap(row -> TenureRecord.read(election, row).stream())
                .toList();
    }

    private List<StoredObject> rowsAfter(String election, long epoch) {
        String from = RecordKeys.tenure(election, epoch).id();
        return store.list(RecordKeys.TENURE, from, RecordKeys.afterTenures(election), MAX_TENURES);
    }

    /** Deletes the oldest tenures of an election above the limit. Another process may do the same at this moment. */
    void prune(String election) {
        List<StoredObject> rows = rowsAfter(election, 0);
        List<BatchWrite> oldest = rows.stream()
                .limit(Math.max(0, rows.size() - KEPT_TENURES))
                .<BatchWrite>map(row -> new BatchWrite.Delete(row.key(), row.resourceVersion()))
                .toList();
        if (!oldest.isEmpty()) {
            store.apply(oldest);
        }
    }

    private Optional<TenureRecord> lastTenure(String election) {
        return tenuresAfter(election, 0).stream().reduce((earlier, later) -> later);
    }
}
