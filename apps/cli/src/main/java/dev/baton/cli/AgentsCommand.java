package dev.baton.cli;

import dev.baton.node.client.ControllerClient;
import dev.baton.node.client.ControllerReply;
import dev.baton.support.json.Json;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code baton agents list|delete}. */
final class AgentsCommand implements Subcommand {

    @Override
    public CommandSpec spec() {
        CommandSpec spec = OptionReader.command(
                "agents", "Agents of a node controller: list, or delete NAME, which gives its jobs back to the queue.");
        NodeOptions.addTo(spec);
        OptionReader.flag(spec, "--json", "One JSON object a line.");
        NodeOutput.words(spec, "ACTION", "list or delete.", "NAME", "The agent's name.");
        return spec;
    }

    @Override
    public int run(Invocation call) throws InterruptedException {
        ParseResult given = call.given();
        ControllerClient client = NodeOptions.client(given, call.around().environment());
        String action = given.matchedPositionalValue(0, "");
        return switch (action) {
            case "list" -> {
                ControllerReply reply = client.read("/v1/agents", NodeOptions.PATIENCE);
                if (!reply.isOk()) {
                    yield NodeOutput.refused(call.around(), reply);
                }
                NodeOutput.rows(
                        reply.body().get("agents"),
                        new String[] {"name", "state", "leases", "last_seen", "leader_epoch"},
                        call);
                yield ExitCode.DONE;
            }
            case "delete" -> delete(call, client);
            default -> throw new UsageException("baton agents " + action + ": use list or delete");
        };
    }

    private static int delete(Invocation call, ControllerClient client) throws InterruptedException {
        String name = call.given().matchedPositionalValue(1, "");
        if (name.isEmpty()) {
            throw new UsageException("that is: baton agents delete NAME");
        }
        ControllerReply reply =
                client.write("DELETE", "/v1/agents/" + JobsCommand.id(name), Map.of(), Map.of(), NodeOptions.PATIENCE);
        if (!reply.isOk()) {
            return NodeOutput.refused(call.around(), reply);
        }
        if (OptionReader.has(call.given(), "--json")) {
            call.around().out().println(Json.write(reply.body()));
        } else {
            NodeOutput.details(reply.body(), call.around());
        }
        return ExitCode.DONE;
    }
}
