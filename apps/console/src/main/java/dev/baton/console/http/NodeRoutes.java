package dev.baton.console.http;

import dev.baton.console.watch.ElectionKey;
import dev.baton.console.watch.NodeOperation;
import dev.baton.console.watch.NodePoller;
import dev.baton.console.watch.NodeReply;
import dev.baton.http.ApiException;
import dev.baton.http.JsonResponses;
import dev.baton.http.RequestText;
import dev.baton.support.json.Json;
import dev.baton.support.json.JsonException;
import dev.baton.support.json.JsonFields;
import dev.baton.support.json.JsonObject;
import dev.baton.support.text.Names;
import io.javalin.http.Context;
import java.io.IOException;
import java.net.ConnectException;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The routes that operate nodes. Each forwards one write to one node and sends what the node answered. */
record NodeRoutes(ConsoleModel model, RequestGuard guard) {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton.console");
    private static final double MAX_GRACE_SECONDS = 3_600;

    /** Drains a node, or changes the grace of its drain. */
    void drain(Context request) throws InterruptedException {
        Optional<Double> grace = grace(RequestText.of(request));
        NodePoller node = node(request);
        send(request, node, NodeOperation.drain(nodeId(node), grace));
    }

    /** Cancels the drain of a node. */
    void cancelDrain(Context request) throws InterruptedException {
        NodePoller node = node(request);
        send(request, node, NodeOperation.cancelDrain(nodeId(node)));
    }

    /** Cancels, retries or deletes a job. */
    void job(Context request) throws InterruptedException {
        String id = name(request, "job");
        NodeOperation operation = switch (request.pathParam("action")) {
            case "cancel" -> NodeOperation.cancelJob(id);
            case "retry" -> NodeOperation.retryJob(id);
            case "delete" -> NodeOperation.deleteJob(id);
            default -> throw ApiException.notFound("the action must be cancel, retry or delete");
        };
        send(request, node(request), operation);
    }

    /** Deletes an agent. */
    void deleteAgent(Context request) throws InterruptedException {
        send(request, node(request), NodeOperation.deleteAgent(name(request, "agent")));
    }

    private void send(Context request, NodePoller node, NodeOperation operation) throws InterruptedException {
        String asked = operation.name() + ", requested by " + request.ip();
        try {
            NodeReply reply = node.write(operation);
            if (!reply.accepted()) {
                log("node_refused", node, asked + ": " + reply.reason());
                throw new ApiException(409, "NODE_REFUSED", reply.reason());
            }
        } catch (ConnectException unreachable) {
            log("node_refused", node, asked + ": not sent, the node cannot be reached");
            throw new ApiException(502, "NODE", "not sent: the node cannot be reached");
        } catch (IOException failed) {
            log("node_unanswered", node, asked);
            throw new ApiException(
                    502,
                    "NODE",
                    "the node did not answer (" + failed.getClass().getSimpleName()
                            + "): the request may or may not have taken effect");
        }
        log("node_done", node, asked);
        JsonResponses.send(request, 200, new JsonObject().with("status", "done"));
    }

    private void log(String kind, NodePoller node, String detail) {
        LOG.info("node={} {} {}", node.id(), kind, detail);
        model.board().log(kind, new ElectionKey(node.id(), ""), node.nodeId().orElse(""), 0, detail);
    }

    private NodePoller node(Context request) {
        guard.checkNodeWrite(model.hasNodeToken());
        String id = request.pathParam("node");
        return model.nodes().stream()
                .filter(node -> node.id().equals(id))
                .findFirst()
                .orElseThrow(() -> ApiException.notFound("this console observes no node " + id));
    }

    private static String nodeId(NodePoller node) {
        return node.nodeId()
                .orElseThrow(
                        () -> new ApiException(502, "NODE", "not sent: the node was never read, so its id is unknown"));
    }

    /** The name becomes part of a path. */
    private static String name(Context request, String parameter) {
        try {
            return Names.check(parameter, request.pathParam(parameter));
        } catch (IllegalArgumentException malformed) {
            throw ApiException.badRequest(String.valueOf(malformed.getMessage()));
        }
    }

    private static Optional<Double> grace(String body) {
        try {
            JsonFields fields = new JsonFields("drain", body.isBlank() ? Map.of() : Json.parseObject(body));
            if (fields.object().get("grace_s") == null) {
                return Optional.empty();
            }
            double seconds = fields.decimal("grace_s");
            if (!(seconds >= 0 && seconds <= MAX_GRACE_SECONDS)) {
                throw new JsonException("\"grace_s\" must be 0 to 3600, but is " + seconds);
            }
            return Optional.of(seconds);
        } catch (JsonException malformed) {
            throw ApiException.badRequest("the body must be {\"grace_s\": SECONDS}: " + malformed.getMessage());
        }
    }
}
