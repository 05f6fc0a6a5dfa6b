package dev.baton.cli;

import dev.baton.ConnectionException;
import dev.baton.node.client.ControllerClient;
import dev.baton.node.client.ControllerReply;
import dev.baton.support.json.JsonObject;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/** {@code baton drain NODE}: prepares a node for a restart. */
final class DrainCommand {
    static final String HELP = """
            Drains the given node. If it leads, it leases no more jobs, waits for results and steps down; then another node
              leads, or the same one if it is the only one. If it does not lead, its worker finishes its jobs, and the node
              neither leads nor runs jobs until --cancel or a restart. Prints 'draining'.
            """ + NodeOptions.HELP + """
            --grace D  How long the node waits for results (default: its --drain option).
            --cancel   Cancel a drain that is not over; prints 'cancelled'.
            NODE       The id of the node.
            """;

    private DrainCommand() {}

    static int run(Invocation call) throws InterruptedException {
        if (call.has("--cancel") && call.has("--grace")) {
            throw new UsageException("give --grace or --cancel, not both");
        }
        ControllerClient client = NodeOptions.client(call);
        String node = call.parameter(0).orElseThrow();
        ControllerReply role = client.read("/role", NodeOptions.TIMEOUT);
        if (!role.text("leader_id").orElse("").equals(node)) {
            return drainStandby(call, client, node, role);
        }
        // With the epoch, the request cannot drain the next leader by mistake.
        JsonObject body = body(call).with("leader_epoch", role.body().get("leader_epoch"));
        return print(call, client.write(method(call), "/v1/drain", body, Map.of(), NodeOptions.TIMEOUT));
    }

    private static int drainStandby(Invocation call, ControllerClient client, String node, ControllerReply role)
            throws InterruptedException {
        JsonObject body = body(call).with("node_id", node);
        Optional<String> silent = Optional.empty();
        for (String url : NodeOptions.urls(call)) {
            String asked = url;
            try {
                ControllerReply reply = client.writeTo(url, method(call), "/v1/drain", body);
                Optional<String> other = reply.text("node_url");
                if (other.isPresent()) {
                    asked = other.get();
                    reply = client.writeTo(asked, method(call), "/v1/drain", body);
                }
                // With this field, the answer is that of another node.
                if (!reply.body().containsKey("node_url")) {
                    return print(call, reply);
                }
            } catch (IOException unreachable) {
                call.context().error(asked + " does not respond: " + unreachable);
                silent = asked.equals(url) ? silent : Optional.of(asked);
            }
        }
        if (silent.isPresent()) {
            throw new ConnectionException("node " + node + " at " + silent.get()
                    + " does not respond, and may or may not have received the request");
        }
        String leader = role.text("leader_id").orElse("");
        return call.refuse(node + " does not lead (" + (leader.isEmpty() ? "no node does" : leader + " does")
                + ", according to " + role.from() + "), and no node of --node knows its URL: add it to --node");
    }

    private static JsonObject body(Invocation call) {
        JsonObject body = new JsonObject();
        call.duration("--grace").ifPresent(grace -> body.put("grace_s", grace.toMillis() / 1000.0));
        return body;
    }

    private static String method(Invocation call) {
        return call.has("--cancel") ? "DELETE" : "POST";
    }

    private static int print(Invocation call, ControllerReply reply) {
        if (!reply.isOk()) {
            return NodeOutput.refused(call, reply);
        }
        call.out().println(reply.text("status").orElse("draining"));
        return ExitCode.DONE;
    }
}
