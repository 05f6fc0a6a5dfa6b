package dev.baton.node.http;

import dev.baton.http.ApiException;
import dev.baton.http.JsonResponses;
import dev.baton.http.QueryParameters;
import dev.baton.http.RequestText;
import dev.baton.node.control.Admission;
import dev.baton.node.control.Controller;
import dev.baton.node.control.NodeRole;
import dev.baton.node.control.WriteRefusal;
import dev.baton.support.json.JsonObject;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** The routes to drain a node: the leader, or the node that the request names. */
record DrainRoutes(Controller controller, DrainRequests drains) {
    private static final double LONGEST_GRACE = 3600;

    void addTo(RoutesConfig routes) {
        routes.post("/v1/drain", this::drain);
        routes.delete("/v1/drain", this::cancel);
    }

    private void drain(Context ctx) {
        QueryParameters.none(ctx);
        RequestBody body = RequestBody.parse(RequestText.of(ctx), Set.of("grace_s", "node_id"));
        Optional<Duration> grace = body.seconds("grace_s", 0, LONGEST_GRACE);
        if (isForAnotherNode(ctx, body)) {
            return;
        }
        synchronized (drains) {
            boolean standby = isForStandby(body);
            if (!standby) {
                admit(ctx, body);
                controller.drain();
                if (controller.roleReport().role() == NodeRole.STANDBY) {
                    throw WriteRefusal.notLeader(Admission.LEADER_OR_DRAINING);
                }
            }
            drains.drain(grace, standby);
        }
        send(ctx, "draining");
    }

    private void cancel(Context ctx) {
        QueryParameters.none(ctx);
        RequestBody body = RequestBody.parse(RequestText.of(ctx), Set.of("node_id"));
        if (isForAnotherNode(ctx, body)) {
            return;
        }
        synchronized (drains) {
            boolean leads = !isForStandby(body);
            if (leads) {
                admit(ctx, body);
            }
            if (!drains.cancel()) {
                throw new ApiException(
                        409, "CONFLICT", "this node is stepping down, and that cannot be cancelled any more");
            }
            if (leads) {
                controller.undrain();
            }
        }
        send(ctx, "cancelled");
    }

    private void admit(Context ctx, RequestBody body) {
        WriteRequest request = WriteRequest.of(ctx, controller, Admission.LEADER_OR_DRAINING, () -> body);
        controller.admit(Admission.LEADER_OR_DRAINING, request.expectedEpoch());
    }

    /** Refuses a request that names another node, with the URL of that node if it is known. Returns whether it does. */
    private boolean isForAnotherNode(Context ctx, RequestBody body) {
        if (body.value("node_id").isEmpty() || body.name("node_id").equals(controller.nodeId())) {
            return false;
        }
        String wanted = body.name("node_id");
        String message = "this is node " + controller.nodeId() + "; send the request to node " + wanted;
        JsonObject error = JsonResponses.error("CONFLICT", message);
        JsonResponses.send(ctx, 409, error.with("node_url", drains.urlOf(wanted).orElse(null)));
        return true;
    }

    /** Returns whether the request names this node, and it does not lead. */
    private boolean isForStandby(RequestBody body) {
        return body.value("node_id").isPresent() && controller.roleReport().role() == NodeRole.STANDBY;
    }

    private void send(Context ctx, String status) {
        JsonResponses.send(ctx, 202, new JsonObject().with("status", status).with("node_id", controller.nodeId()));
    }
}
