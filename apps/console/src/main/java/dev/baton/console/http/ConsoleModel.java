package dev.baton.console.http;

import dev.baton.BatonClock;
import dev.baton.console.history.TenureHistory;
import dev.baton.console.watch.ConsoleFeed;
import dev.baton.console.watch.ElectionBoard;
import dev.baton.console.watch.ElectionRow;
import dev.baton.console.watch.NodePoller;
import dev.baton.console.watch.StoreObserver;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All that there is to show. */
public record ConsoleModel(
        BatonClock clock,
        ElectionBoard desk,
        ConsoleFeed feed,
        TenureHistory book,
        List<StoreObserver> stores,
        List<NodePoller> nodes,
        String hint) {

    /** The store of an election. */
    StoreObserver storeOf(ElectionRow row) {
        return stores.stream()
                .filter(store -> store.id().equals(row.place().store()))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalStateException("no store " + row.place().store()));
    }

    /** How old the knowledge of each election is, in milliseconds, by store and name. */
    Map<String, Object> ages() {
        Map<String, Object> ages = new LinkedHashMap<>();
        for (ElectionRow row : desk.rows()) {
            String election = row.place().election();
            ages.put(
                    row.place().store() + "/" + election,
                    storeOf(row).age(election).toMillis());
        }
        return ages;
    }
}
