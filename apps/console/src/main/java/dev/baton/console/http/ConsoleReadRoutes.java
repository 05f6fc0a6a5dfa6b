package dev.baton.console.http;

import dev.baton.console.history.ConsoleTenure;
import dev.baton.console.watch.ElectionRow;
import dev.baton.console.watch.ElectionRowJson;
import dev.baton.console.watch.StoreJson;
import dev.baton.support.json.Json;
import dev.baton.support.text.Names;
import io.javalin.http.Context;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What can be read. */
final class ConsoleReadRoutes {
    private final ConsoleModel exhibits;
    private final RequestGuard guard;

    ConsoleReadRoutes(ConsoleModel exhibits, RequestGuard guard) {
        this.exhibits = exhibits;
        this.guard = guard;
    }

    /** What is watched, and whether wishes are granted. */
    void console(Context request) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("stores", exhibits.stores().stream().map(StoreJson::of).toList());
        object.put(
                "nodes",
                exhibits.nodes().stream().map(node -> node.state().fields()).toList());
        object.put("writes", guard.writes());
        object.put("hint", exhibits.hint());
        object.put("now", exhibits.clock().wallMillis());
        json(request, Json.write(object));
    }

    /** All elections. The place in the feed is taken first, so that what changes meanwhile is told again. */
    void elections(Context request) {
        request.header("Baton-Feed", exhibits.feed().place());
        long nanos = exhibits.clock().nanos();
        StringBuilder out = new StringBuilder("[");
        for (ElectionRow row : exhibits.desk().rows()) {
            out.append(out.length() > 1 ? ",\n" : "").append(Json.write(fields(row, nanos)));
        }
        json(request, out.append("]").toString());
    }

    /** One election, with its history. */
    void election(Context request) {
        ElectionRow row = row(request);
        Map<String, @Nullable Object> object = fields(row, exhibits.clock().nanos());
        List<ConsoleTenure> reigns = exhibits.book()
                .reigns(exhibits.storeOf(row).describe(), row.place().election());
        object.put("history", reigns.stream().map(ElectionRowJson::of).toList());
        json(request, Json.write(object));
    }

    private Map<String, @Nullable Object> fields(ElectionRow row, long nanos) {
        Map<String, @Nullable Object> object = ElectionRowJson.of(row, nanos);
        object.put("known_ms", exhibits.storeOf(row).age(row.place().election()).toMillis());
        return object;
    }

    /** The latest lines of the event log. */
    void log(Context request) {
        json(request, "[" + String.join(",", exhibits.feed().log()) + "]");
    }

    /** For Prometheus: how many pairs of reigns overlapped, by election. */
    void metrics(Context request) {
        StringBuilder out = new StringBuilder();
        out.append("# HELP baton_reigns_overlapping Pairs of reigns that were on at the same time, of those kept.\n");
        out.append("# TYPE baton_reigns_overlapping gauge\n");
        for (ElectionRow row : exhibits.desk().rows()) {
            out.append("baton_reigns_overlapping{election=\"")
                    .append(row.place().election())
                    .append(
                            exhibits.stores().size() > 1
                                    ? "\",store=\"" + row.place().store()
                                    : "")
                    .append("\"} ")
                    .append(row.summary().overlaps().size())
                    .append('\n');
        }
        request.contentType("text/plain; version=0.0.4; charset=utf-8").result(out.toString());
    }

    /** The election that a path names. */
    ElectionRow row(Context request) {
        String name = request.pathParam("name");
        try {
            Names.check("election", name);
        } catch (IllegalArgumentException notAName) {
            throw new ConsoleRefusal(404, "NOT_FOUND", "there is no such election");
        }
        return exhibits.desk()
                .row(name, Optional.ofNullable(request.queryParam("store")))
                .orElseThrow(() ->
                        new ConsoleRefusal(404, "NOT_FOUND", "there is no election " + name + " in what is watched"));
    }

    static void json(Context request, String text) {
        request.contentType("application/json; charset=utf-8").result(text);
    }
}
