package dev.baton.cli;

import dev.baton.node.client.ControllerClient;
import dev.baton.node.client.ControllerReply;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code baton drain NODE}: the leader finishes what its agents have, and steps down. */
final class DrainCommand implements Subcommand {

    @Override
    public CommandSpec spec() {
        CommandSpec spec = OptionReader.command(
                "drain",
                "Asks the named node, if it leads, to take no new work, to wait for results, and to step down; another"
                        + " node leads then, or the same one when there is no other. Prints 'draining'.");
        NodeOptions.addTo(spec);
        OptionReader.text(spec, "--grace", "D", "How long results are waited for (default: the node's --drain).");
        spec.addPositional(picocli.CommandLine.Model.PositionalParamSpec.builder()
                .index("0")
                .arity("1")
                .required(true)
                .paramLabel("NODE")
                .type(String.class)
                .description("The node's id.")
                .build());
        return spec;
    }

    @Override
    public int run(Invocation call) throws InterruptedException {
        ParseResult given = call.given();
        ControllerClient client = NodeOptions.client(given, call.around().environment());
        String node = OptionReader.parameter(given).orElseThrow();
        ControllerReply role = client.read("/role", NodeOptions.PATIENCE);
        String leader = role.text("leader_id").orElse("");
        if (!leader.equals(node)) {
            call.around()
                    .complain(node + " does not lead; " + (leader.isEmpty() ? "nobody does" : leader + " does")
                            + ", says " + role.from());
            return ExitCode.NO;
        }
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        OptionReader.duration(given, "--grace").ifPresent(grace -> body.put("grace_s", grace.toMillis() / 1000.0));
        // Its own term and no other: the next leader is not drained by mistake.
        body.put("leader_epoch", role.body().get("leader_epoch"));
        ControllerReply reply = client.write("POST", "/v1/drain", body, Map.of(), NodeOptions.PATIENCE);
        if (!reply.isOk()) {
            return NodeOutput.refused(call.around(), reply);
        }
        call.around().out().println("draining");
        return ExitCode.DONE;
    }
}
