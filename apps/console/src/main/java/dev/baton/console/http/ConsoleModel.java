package dev.baton.console.http;

import dev.baton.BatonClock;
import dev.baton.console.history.TenureHistory;
import dev.baton.console.watch.ConsoleFeed;
import dev.baton.console.watch.ElectionBoard;
import dev.baton.console.watch.ElectionRow;
import dev.baton.console.watch.NodePoller;
import dev.baton.console.watch.StoreObserver;
import dev.baton.http.ApiException;
import dev.baton.support.json.JsonObject;
import io.javalin.http.Context;
import java.util.List;
import java.util.Optional;

/** The data that the server serves. */
public record ConsoleModel(
        BatonClock clock,
        RunClock runClock,
        ElectionBoard board,
        ConsoleFeed feed,
        TenureHistory history,
        List<StoreObserver> stores,
        List<NodePoller> nodes,
        Optional<FaultRoutes> faults) {

    /** Returns the election that the path of a request names. */
    ElectionRow row(Context request) {
        String name = request.pathParam("name");
        return board.row(name, Optional.ofNullable(request.queryParam("store")).map(this::storeId))
                .orElseThrow(() -> ApiException.notFound("no observed store has an election " + name));
    }

    /** Returns whether the console has a token for its nodes. */
    boolean hasNodeToken() {
        return nodes.stream().anyMatch(NodePoller::hasToken);
    }

    /** Returns the store of an election. */
    StoreObserver storeOf(ElectionRow row) {
        return stores.stream()
                .filter(store -> store.id().equals(row.key().store()))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the id of the store with a name or id. */
    String storeId(String name) {
        return stores.stream()
                .filter(store -> store.describe().equals(name))
                .map(StoreObserver::id)
                .findFirst()
                .orElse(name);
    }

    /** Returns how old the knowledge about an election's leader is. */
    long ageMillis(ElectionRow row) {
        return storeOf(row).age(row.key().election()).toMillis();
    }

    /** Returns the current time of the console, and how old its knowledge is. */
    JsonObject beat() {
        return new JsonObject()
                .with("now", clock.wallMillis())
                .with("clock", runClock.now())
                .with("ages", ages());
    }

    /** Returns how old the knowledge about each election's leader is in milliseconds, by {@code STORE/ELECTION}. */
    private JsonObject ages() {
        JsonObject ages = new JsonObject();
        board.rows().forEach(row -> ages.put(row.key().store() + "/" + row.key().election(), ageMillis(row)));
        return ages;
    }
}
