package dev.baton.cli;

import dev.baton.node.client.ControllerClient;
import dev.baton.node.client.Reply;
import dev.baton.support.json.Json;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code baton agents list|delete}. */
final class AgentsCommand implements Subcommand {

    @Override
    public CommandSpec spec() {
        CommandSpec spec = Options.command(
                "agents", "Agents of a node controller: list, or delete NAME, which gives its jobs back to the queue.");
        NodeOptions.addTo(spec);
        Options.flag(spec, "--json", "One JSON object a line.");
        NodeTables.words(spec, "ACTION", "list or delete.", "NAME", "The agent's name.");
        return spec;
    }

    @Override
    public int run(Invocation call) throws InterruptedException {
        ParseResult given = call.given();
        ControllerClient client = NodeOptions.client(given, call.around().environment());
        String action = given.matchedPositionalValue(0, "");
        return switch (action) {
            case "list" -> {
                Reply reply = client.read("/v1/agents", NodeOptions.PATIENCE);
                if (!reply.isOk()) {
                    yield NodeTables.refused(call.around(), reply);
                }
                NodeTables.rows(
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
        Reply reply =
                client.write("DELETE", "/v1/agents/" + JobsCommand.id(name), Map.of(), Map.of(), NodeOptions.PATIENCE);
        if (!reply.isOk()) {
            return NodeTables.refused(call.around(), reply);
        }
        if (Options.has(call.given(), "--json")) {
            call.around().out().println(Json.write(reply.body()));
        } else {
            NodeTables.details(reply.body(), call.around());
        }
        return ExitCode.DONE;
    }
}
