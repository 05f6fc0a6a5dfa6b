package dev.baton.lease;

import dev.baton.store.BatchWrite;
import dev.baton.store.ObjectKey;
import dev.baton.store.ObjectStore;
import dev.baton.store.StoreSnapshot;
import dev.baton.store.StoredObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads what the store has about elections. */
final class LeaseRecords {
    /** How many reigns of an election are remembered at least; a tenth more at most, when it has been pruned. */
    static final int KEPT_REIGNS = 1_000;

    private static final int MOST_REIGNS = 10_000;

    private final ObjectStore store;

    LeaseRecords(ObjectStore store) {
        this.store = store;
    }

    /** An election now, with its history where the epoch record is missing or unreadable. */
    ElectionSnapshot of(String election) {
        ElectionSnapshot standing = ElectionSnapshot.of(
                election, store.snapshot(List.of(RecordKeys.lease(election), RecordKeys.epoch(election))));
        return standing.epoch().isPresent() ? standing : standing.with(lastReign(election));
    }

    /** Many elections, in one round trip. */
    Map<String, ElectionSnapshot> of(Collection<String> elections) {
        List<ObjectKey> keys = new ArrayList<>();
        for (String election : elections) {
            keys.add(RecordKeys.lease(election));
            keys.add(RecordKeys.epoch(election));
        }
        Map<String, ElectionSnapshot> standings = new HashMap<>();
        StoreSnapshot snapshot = keys.isEmpty() ? new StoreSnapshot(0, Map.of()) : store.snapshot(keys);
        elections.forEach(election -> standings.put(election, ElectionSnapshot.of(election, snapshot)));
        return standings;
    }

    /** The history after an epoch, oldest first. */
    List<TenureRecord> reignsAfter(String election, long epoch) {
        List<StoredObject> rows = store.list(
                RecordKeys.REIGN,
                RecordKeys.reign(election, epoch).id(),
                RecordKeys.afterReigns(election),
                MOST_REIGNS);
        return rows.stream()
                .map(row -> TenureRecord.read(election, row))
                .flatMap(Optional::stream)
                .toList();
    }

    /** Forgets the oldest reigns of an election that are too many; somebody else may do the same at this moment. */
    void prune(String election) {
        List<StoredObject> rows = store.list(
                RecordKeys.REIGN, RecordKeys.reign(election, 0).id(), RecordKeys.afterReigns(election), MOST_REIGNS);
        List<BatchWrite> oldest = rows.stream()
                .limit(Math.max(0, rows.size() - KEPT_REIGNS))
                .map(row -> BatchWrite.delete(row.key(), row.resourceVersion()))
                .toList();
        if (!oldest.isEmpty()) {
            store.apply(oldest);
        }
    }

    private Optional<TenureRecord> lastReign(String election) {
        List<TenureRecord> reigns = reignsAfter(election, 0);
        return reigns.isEmpty() ? Optional.empty() : Optional.of(reigns.get(reigns.size() - 1));
    }
}
