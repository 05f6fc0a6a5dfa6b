package dev.baton.console.http;

import dev.baton.BatonClock;
import dev.baton.console.history.HistoryBook;
import dev.baton.console.watch.Desk;
import dev.baton.console.watch.NewsFeed;
import dev.baton.console.watch.NodeWatch;
import dev.baton.console.watch.Row;
import dev.baton.console.watch.StoreWatch;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All that there is to show. */
public record Exhibits(
        BatonClock clock,
        Desk desk,
        NewsFeed feed,
        HistoryBook book,
        List<StoreWatch> stores,
        List<NodeWatch> nodes,
        String hint) {

    /** The store of an election. */
    StoreWatch storeOf(Row row) {
        return stores.stream()
                .filter(store -> store.id().equals(row.place().store()))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalStateException("no store " + row.place().store()));
    }

    /** How old the knowledge of each election is, in milliseconds, by store and name. */
    Map<String, Object> ages() {
        Map<String, Object> ages = new LinkedHashMap<>();
        for (Row row : desk.rows()) {
            String election = row.place().election();
            ages.put(
                    row.place().store() + "/" + election,
                    storeOf(row).age(election).toMillis());
        }
        return ages;
    }
}
