package dev.baton.console.http;

import dev.baton.BatonException;
import dev.baton.TransferOutcome;
import dev.baton.console.watch.ElectionRow;
import dev.baton.http.ApiException;
import dev.baton.http.JsonResponses;
import dev.baton.http.RequestBytes;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import dev.baton.support.json.JsonFields;
import dev.baton.support.text.Names;
import io.javalin.http.Context;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The routes that write. A response only confirms that a request was sent; its outcome follows in the event stream. */
final class ConsoleWriteRoutes {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton.console");
    private static final int MAX_BODY_BYTES = 4_096;

    private final ConsoleModel model;
    private final ConsoleReadRoutes read;

    ConsoleWriteRoutes(ConsoleModel model, ConsoleReadRoutes read) {
        this.model = model;
        this.read = read;
    }

    /** Requests a transfer to the instance that the body names. */
    void transfer(Context request) {
        String body = RequestBytes.text(RequestBytes.read(request, MAX_BODY_BYTES));
        ElectionRow row = read.row(request);
        send(request, row, target(body));
    }

    /** Requests a transfer to the standby that is to succeed the leader. */
    void stepDown(Context request) {
        RequestBytes.read(request, MAX_BODY_BYTES);
        ElectionRow row = read.row(request);
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
        try {
            if (model.storeOf(row).transfer(election, target) == TransferOutcome.UNKNOWN_TARGET) {
                throw ApiException.notFound("election " + election + " has no live instance " + target);
            }
        } catch (BatonException unreachable) {
            throw new ApiException(502, "STORE", String.valueOf(unreachable.getMessage()));
        }
        LOG.info("election={} instance_id={} transfer requested by {}", election, target, request.ip());
        model.board().log("asked", row.key(), target, 0, "");
        JsonResponses.send(request, 202, Map.of("status", "sent"));
    }

    private static String target(String body) {
        try {
            return Names.check("instance id", new JsonFields("transfer", Json.parseObject(body)).text("to"));
        } catch (JsonException | IllegalArgumentException malformed) {
            throw ApiException.badRequest("the body must be {\"to\": INSTANCE_ID}: " + malformed.getMessage());
        }
    }
}
