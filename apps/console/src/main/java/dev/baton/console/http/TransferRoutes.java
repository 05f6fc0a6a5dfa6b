package dev.baton.console.http;

import dev.baton.BatonException;
import dev.baton.TransferOutcome;
import dev.baton.console.watch.ElectionRow;
import dev.baton.console.watch.RequestedTransfer;
import dev.baton.http.ApiException;
import dev.baton.http.JsonResponses;
import dev.baton.http.RequestText;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import dev.baton.support.json.JsonFields;
import dev.baton.support.json.JsonObject;
import dev.baton.support.text.Names;
import io.javalin.http.Context;
import java.util.UUID;

/** The routes that request transfers. A response only confirms that the request was sent; its outcome follows in the row. */
record TransferRoutes(ConsoleModel model) {

    /** Requests a transfer to the instance that the body names. */
    void transfer(Context request) {
        String body = RequestText.of(request);
        ElectionRow row = model.row(request);
        send(request, row, target(body));
    }

    /** Requests a transfer to the standby that is to succeed the leader. */
    void stepDown(Context request) {
        ElectionRow row = model.row(request);
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
        RequestedTransfer transfer = new RequestedTransfer(
                row.key(), requestId, target, request.ip(), model.clock().nanos());
        try {
            if (model.storeOf(row).transfer(transfer) == TransferOutcome.UNKNOWN_TARGET) {
                throw ApiException.notFound("election " + election + " has no live instance " + target);
            }
        } catch (BatonException unreachable) {
            throw new ApiException(
                    502, "STORE", "the request may or may not have been sent: " + unreachable.getMessage());
        }
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
