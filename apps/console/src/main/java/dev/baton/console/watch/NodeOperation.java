package dev.baton.console.watch;

import dev.baton.support.json.Json;
import dev.baton.support.json.JsonObject;
import java.util.Optional;

/**
 * A write to the API of a node.
 *
 * @param name what it does, for the event log
 */
public record NodeOperation(String name, String method, String path, String body) {

    /** Drains a node, or changes the grace of a drain. The id keeps another node at the same address from draining. */
    public static NodeOperation drain(String nodeId, Optional<Double> graceSeconds) {
        JsonObject body = new JsonObject().with("node_id", nodeId);
        graceSeconds.ifPresent(grace -> body.with("grace_s", grace));
        return new NodeOperation("drain", "POST", "/v1/drain", Json.write(body));
    }

    /** Cancels the drain of a node. */
    public static NodeOperation cancelDrain(String nodeId) {
        String body = Json.write(new JsonObject().with("node_id", nodeId));
        return new NodeOperation("cancellation of the drain", "DELETE", "/v1/drain", body);
    }

    /** Cancels a job. */
    public static NodeOperation cancelJob(String id) {
        return new NodeOperation("cancellation of job " + id, "POST", "/v1/jobs/" + id + "/cancel", "");
    }

    /** Queues a failed or dead job again. */
    public static NodeOperation retryJob(String id) {
        return new NodeOperation("retry of job " + id, "POST", "/v1/jobs/" + id + "/retry", "");
    }

    /** Deletes a job that has ended. */
    public static NodeOperation deleteJob(String id) {
        return new NodeOperation("deletion of job " + id, "DELETE", "/v1/jobs/" + id, "");
    }

    /** Deletes an agent; its jobs return to the queue. */
    public static NodeOperation deleteAgent(String name) {
        return new NodeOperation("deletion of agent " + name, "DELETE", "/v1/agents/" + name, "");
    }
}
