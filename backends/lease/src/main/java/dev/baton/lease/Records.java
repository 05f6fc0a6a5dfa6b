package dev.baton.lease;

import dev.baton.store.ObjectKey;
import dev.baton.store.ObjectStore;
import dev.baton.store.Snapshot;
import dev.baton.store.StoredObject;
import dev.baton.store.Write;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads what the store has about elections. */
final class Records {
    /** How many reigns of an election are remembered at least; a tenth more at most, when it has been pruned. */
    static final int KEPT_REIGNS = 1_000;

    private static final int MOST_REIGNS = 10_000;

    private final ObjectStore store;

    Records(ObjectStore store) {
        this.store = store;
    }

    /** An election now, with its history where the epoch record is missing or unreadable. */
    Standing of(String election) {
        Standing standing = Standing.of(election, store.snapshot(List.of(Keys.lease(election), Keys.epoch(election))));
        return standing.epoch().isPresent() ? standing : standing.with(lastReign(election));
    }

    /** Many elections, in one round trip. */
    Map<String, Standing> of(Collection<String> elections) {
        List<ObjectKey> keys = new ArrayList<>();
        for (String election : elections) {
            keys.add(Keys.lease(election));
            keys.add(Keys.epoch(election));
        }
        Map<String, Standing> standings = new HashMap<>();
        Snapshot snapshot = keys.isEmpty() ? new Snapshot(0, Map.of()) : store.snapshot(keys);
        elections.forEach(election -> standings.put(election, Standing.of(election, snapshot)));
        return standings;
    }

    /** The history after an epoch, oldest first. */
    List<ReignEntry> reignsAfter(String election, long epoch) {
        List<StoredObject> rows =
                store.list(Keys.REIGN, Keys.reign(election, epoch).id(), Keys.afterReigns(election), MOST_REIGNS);
        return rows.stream()
                .map(row -> ReignEntry.read(election, row))
                .flatMap(Optional::stream)
                .toList();
    }

    /** Forgets the oldest reigns of an election that are too many; somebody else may do the same at this moment. */
    void prune(String election) {
        List<StoredObject> rows =
                store.list(Keys.REIGN, Keys.reign(election, 0).id(), Keys.afterReigns(election), MOST_REIGNS);
        List<Write> oldest = rows.stream()
                .limit(Math.max(0, rows.size() - KEPT_REIGNS))
                .map(row -> Write.delete(row.key(), row.resourceVersion()))
                .toList();
        if (!oldest.isEmpty()) {
            store.apply(oldest);
        }
    }

    private Optional<ReignEntry> lastReign(String election) {
        List<ReignEntry> reigns = reignsAfter(election, 0);
        return reigns.isEmpty() ? Optional.empty() : Optional.of(reigns.get(reigns.size() - 1));
    }
}
