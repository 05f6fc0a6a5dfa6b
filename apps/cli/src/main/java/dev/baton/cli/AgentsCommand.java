package dev.baton.cli;

import dev.baton.node.client.ControllerClient;
import java.util.List;
import java.util.Map;

/** {@code baton agents list|delete}. */
final class AgentsCommand implements Subcommand {
    private static final List<String> COLUMNS = List.of("name", "state", "leases", "last_seen", "leader_epoch");

    @Override
    public CommandSyntax syntax() {
        return NodeOptions.addTo(new CommandSyntax(
                        "baton agents",
                        "Manages the agents of a job controller: list, or delete NAME, which returns its jobs to the"
                                + " queue."))
                .flag("--json", "Print one JSON object per line.")
                .required("ACTION", "list or delete.")
                .optional("NAME", "The name of the agent.");
    }

    @Override
    public int run(Invocation call) throws InterruptedException {
        ControllerClient client = NodeOptions.client(call);
        String action = call.parameter(0).orElse("");
        return switch (action) {
            case "list" ->
                NodeOutput.printList(call, client.read("/v1/agents", NodeOptions.TIMEOUT), "agents", COLUMNS);
            case "delete" -> {
                String name = call.parameter(1)
                        .filter(given -> !given.isEmpty())
                        .orElseThrow(() -> new UsageException("use: baton agents delete NAME"));
                String path = "/v1/agents/" + NodeOptions.encode(name);
                yield NodeOutput.printOne(call, client.write("DELETE", path, Map.of(), Map.of(), NodeOptions.TIMEOUT));
            }
            default -> throw new UsageException("unknown action " + action + "; use: baton agents list|delete");
        };
    }
}
