package dev.baton.console.http;

import dev.baton.console.history.ConsoleTenure;
import dev.baton.console.history.LeaderlessGap;
import dev.baton.console.watch.ElectionRow;
import dev.baton.console.watch.ElectionRowJson;
import dev.baton.console.watch.NodePoller;
import dev.baton.console.watch.StoreObserver;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonObject;
import io.javalin.http.Context;
import java.util.List;

/** The routes that read. */
record ConsoleRoutes(ConsoleModel model, RequestGuard guard, String build) {
    private static final int MAX_OVERVIEW = 50;

    /** Sends the observed stores and nodes, and whether the console accepts write requests. */
    void console(Context request) {
        JsonObject object = new JsonObject()
                .withAll("stores", model.stores(), StoreObserver::fields)
                .withAll("nodes", model.nodes(), NodePoller::fields)
                .with("writes", guard.writes())
                .with("node_writes", guard.nodeWrites(model.hasNodeToken()))
                .with("faults", model.faults().map(FaultRoutes::fields).orElse(null))
                .with("build", build)
                .with("now", model.clock().wallMillis())
                .with("clock", model.runClock().now());
        json(request, Json.write(object));
    }

    /** Sends all elections. The position in the feed is read first, so that the stream repeats concurrent changes. */
    void elections(Context request) {
        request.header("Baton-Feed", model.feed().position(model.feed().last()));
        long nanos = model.clock().nanos();
        StringBuilder out = new StringBuilder("[");
        for (ElectionRow row : model.board().rows()) {
            out.append(out.length() > 1 ? ",\n" : "").append(Json.write(fields(row, nanos)));
        }
        json(request, out.append("]").toString());
    }

    /** Sends one election with its history. */
    void election(Context request) {
        ElectionRow row = model.row(request);
        List<ConsoleTenure> tenures =
                model.history().tenures(model.storeOf(row).describe(), row.key().election());
        JsonObject object = fields(row, model.clock().nanos());
        json(
                request,
                Json.write(object.withAll("history", tenures, ElectionRowJson::tenure)
                        .withAll("gaps", LeaderlessGap.findIn(tenures), ElectionRowJson::gap)));
    }

    /** Sends the latest tenures of the elections that need attention most. */
    void overview(Context request) {
        JsonObject object = new JsonObject()
                .withAll(
                        "elections",
                        model.board().worst(MAX_OVERVIEW),
                        past -> new JsonObject()
                                .with("store", past.row().key().store())
                                .with("election", past.row().key().election())
                                .withAll("history", past.tenures(), ElectionRowJson::tenure)
                                .withAll("gaps", LeaderlessGap.findIn(past.tenures()), ElectionRowJson::gap));
        json(request, Json.write(object));
    }

    private JsonObject fields(ElectionRow row, long nanos) {
        return ElectionRowJson.of(row, nanos).with("known_ms", model.ageMillis(row));
    }

    /** Sends the latest entries of the event log. */
    void log(Context request) {
        json(request, "[" + String.join(",", model.feed().log()) + "]");
    }

    private static void json(Context request, String text) {
        request.contentType("application/json; charset=utf-8").result(text);
    }
}
