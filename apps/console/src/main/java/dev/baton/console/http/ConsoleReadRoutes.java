package dev.baton.console.http;

import dev.baton.console.history.ConsoleTenure;
import dev.baton.console.watch.ElectionRow;
import dev.baton.console.watch.ElectionRowJson;
import dev.baton.console.watch.StoreObserver;
import dev.baton.http.ApiException;
import dev.baton.support.json.Json;
import io.javalin.http.Context;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The routes that read. */
final class ConsoleReadRoutes {
    private final ConsoleModel model;
    private final RequestGuard guard;

    ConsoleReadRoutes(ConsoleModel model, RequestGuard guard) {
        this.model = model;
        this.guard = guard;
    }

    /** Sends the observed stores and nodes, and whether the console accepts write requests. */
    void console(Context request) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("stores", model.stores().stream().map(StoreObserver::fields).toList());
        object.put(
                "nodes",
                model.nodes().stream().map(node -> node.status().fields()).toList());
        object.put("writes", guard.writes());
        object.put("hint", model.hint());
        object.put("now", model.clock().wallMillis());
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
        ElectionRow row = row(request);
        Map<String, @Nullable Object> object = fields(row, model.clock().nanos());
        List<ConsoleTenure> tenures =
                model.history().tenures(model.storeOf(row).describe(), row.key().election());
        object.put("history", tenures.stream().map(ElectionRowJson::of).toList());
        json(request, Json.write(object));
    }

    private Map<String, @Nullable Object> fields(ElectionRow row, long nanos) {
        Map<String, @Nullable Object> object = ElectionRowJson.of(row, nanos);
        object.put("known_ms", model.ageMillis(row));
        return object;
    }

    /** Sends the latest entries of the event log. */
    void log(Context request) {
        json(request, "[" + String.join(",", model.feed().log()) + "]");
    }

    /** Returns the election that the path of a request names. */
    ElectionRow row(Context request) {
        String name = request.pathParam("name");
        return model.board()
                .row(name, Optional.ofNullable(request.queryParam("store")))
                .orElseThrow(() -> ApiException.notFound("no observed store has an election " + name));
    }

    private static void json(Context request, String text) {
        request.contentType("application/json; charset=utf-8").result(text);
    }
}
