package dev.baton.cli;

import dev.baton.node.client.ControllerClient;
import dev.baton.node.client.ControllerReply;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code baton drain NODE}: the leader finishes the jobs that its agents run, and steps down. */
final class DrainCommand implements Subcommand {

    @Override
    public CommandSyntax syntax() {
        return NodeOptions.addTo(new CommandSyntax(
                        "baton drain",
                        "Drains the given node if it leads: it leases no more jobs, waits for results and steps down. Then"
                                + " another node leads, or the same one if it is the only one. Prints 'draining'."))
                .option("--grace", "D", "How long the node waits for results (default: its --drain option).")
                .required("NODE", "The id of the node.");
    }

    @Override
    public int run(Invocation call) throws InterruptedException {
        ControllerClient client = NodeOptions.client(call);
        String node = call.parameter(0).orElseThrow();
        ControllerReply role = client.read("/role", NodeOptions.TIMEOUT);
        String leader = role.text("leader_id").orElse("");
        if (!leader.equals(node)) {
            return call.refuse(node + " does not lead; " + (leader.isEmpty() ? "no node does" : leader + " does")
                    + ", according to " + role.from());
        }
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        call.duration("--grace").ifPresent(grace -> body.put("grace_s", grace.toMillis() / 1000.0));
        // With the epoch, the request cannot drain the next leader by mistake.
        body.put("leader_epoch", role.body().get("leader_epoch"));
        ControllerReply reply = client.write("POST", "/v1/drain", body, Map.of(), NodeOptions.TIMEOUT);
        if (!reply.isOk()) {
            return NodeOutput.refused(call, reply);
        }
        call.out().println("draining");
        return ExitCode.DONE;
    }
}
