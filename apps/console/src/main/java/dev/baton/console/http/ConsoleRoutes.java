package dev.baton.console.http;

import dev.baton.BatonException;
import dev.baton.TransferOutcome;
import dev.baton.console.history.ConsoleTenure;
import dev.baton.console.history.LeaderlessGap;
import dev.baton.console.watch.ElectionRow;
import dev.baton.console.watch.ElectionRowJson;
import dev.baton.console.watch.NodePoller;
import dev.baton.console.watch.StoreObserver;
import dev.baton.http.ApiException;
import dev.baton.http.JsonResponses;
import dev.baton.http.RequestText;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import dev.baton.support.json.JsonFields;
import dev.baton.support.json.JsonObject;
import dev.baton.support.text.Names;
import io.javalin.http.Context;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The routes of the API. A response to a write request only confirms that it was sent; its outcome follows in the event
 * stream.
 */
record ConsoleRoutes(ConsoleModel model, RequestGuard guard, String build) {
    private static final int MAX_OVERVIEW = 50;
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton.console");

    /** Sends the observed stores and nodes, and whether the console accepts write requests. */
    void console(Context request) {
        JsonObject object = new JsonObject()
                .withAll("stores", model.stores(), StoreObserver::fields)
                .withAll("nodes", model.nodes(), NodePoller::fields)
                .with("writes", guard.writes())
                .with("hint", model.hint())
                .with("build", build)
                .with("now", model.clock().wallMillis());
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

    /** Returns the election that the path of a request names. */
    private ElectionRow row(Context request) {
        String name = request.pathParam("name");
        return model.board()
                .row(name, Optional.ofNullable(request.queryParam("store")).map(model::storeId))
                .orElseThrow(() -> ApiException.notFound("no observed store has an election " + name));
    }

    private static void json(Context request, String text) {
        request.contentType("application/json; charset=utf-8").result(text);
    }

    /** Requests a transfer to the instance that the body names. */
    void transfer(Context request) {
        String body = RequestText.of(request);
        ElectionRow row = row(request);
        send(request, row, target(body));
    }

    /** Requests a transfer to the standby that is to succeed the leader. */
    void stepDown(Context request) {
        ElectionRow row = row(request);
        String election = row.key().election();
        if (row.leader().isEmpty() && row.live().leader().isEmpty()) {
            throw new ApiException(409, "NO_LEADER", "election " + election + " has no leader");
        }
        String successor = row.successor()
                .orElseThrow(() -> new ApiException(
                        409,
                        "NO_SUCCESSOR",
                        "election " + election
                                + " has no healthy standby; to leave it without a leader, stop the leader"));
        send(request, row, successor);
    }

    private void send(Context request, ElectionRow row, String target) {
        String election = row.key().election();
        String requestId = UUID.randomUUID().toString();
        try {
            if (model.storeOf(row).transfer(election, target, requestId) == TransferOutcome.UNKNOWN_TARGET) {
                throw ApiException.notFound("election " + election + " has no live instance " + target);
            }
        } catch (BatonException unreachable) {
            throw new ApiException(502, "STORE", String.valueOf(unreachable.getMessage()));
        }
        LOG.info("election={} instance_id={} transfer requested by {}", election, target, request.ip());
        model.board().log("asked", row.key(), target, 0, "");
        JsonResponses.send(request, 202, new JsonObject().with("status", "sent").with("request_id", requestId));
    }

    private static String target(String body) {
        try {
            return Names.check("instance id", new JsonFields("transfer", Json.parseObject(body)).text("to"));
        } catch (JsonException | IllegalArgumentException malformed) {
            throw ApiException.badRequest("the body must be {\"to\": INSTANCE_ID}: " + malformed.getMessage());
        }
    }
}
