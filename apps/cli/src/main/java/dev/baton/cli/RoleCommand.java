package dev.baton.cli;

import dev.baton.Baton;
import dev.baton.LeaderInfo;
import dev.baton.node.client.ControllerClient;
import dev.baton.node.database.JobDatabase;
import dev.baton.support.json.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/** {@code baton role}: the roles of nodes. */
final class RoleCommand {
    private static final List<String> COLUMNS =
            List.of("node_id", "role", "leader_epoch", "leader_id", "leader_url", "url");

    static final String HELP = """
            Shows the role of a node (LEADER, STANDBY or DRAINING) and its leader. Exits with 1 if none of the nodes knows
              a leader, with 3 if none answers.
            """ + NodeOptions.HELP + """
            --all     Show all nodes: those of --node and their leaders, or with --on all that run.
            --on URL  The store of the nodes' election, which lists all running nodes.
            --json    Print one JSON object per line.
            """;

    private RoleCommand() {}

    static int run(Invocation call) throws InterruptedException {
        ControllerClient client = NodeOptions.client(call);
        boolean all = call.has("--all");
        Set<String> urls = new LinkedHashSet<>();
        call.url("--on").ifPresent(on -> {
            urls.addAll(running(on));
            if (GroupUrls.isQuorum(on) && all && !call.has("--node")) {
                call.context()
                        .error("a quorum stores the address of the leading node only; add the other nodes with"
                                + " --node URL,URL");
            }
        });
        if (urls.isEmpty() || call.has("--node")) {
            urls.addAll(NodeOptions.urls(call));
        }
        List<JsonObject> rows = new ArrayList<>();
        for (int i = 0; i < urls.size(); i++) {
            JsonObject row = role(client, List.copyOf(urls).get(i));
            rows.add(row);
            if (all && row.get("leader_url") instanceof String leader) {
                urls.add(leader);
            }
            if (!all && row.get("role") != null) {
                break;
            }
        }
        NodeOutput.print(call, rows, COLUMNS);
        if (!call.has("--json")) {
            rows.stream()
                    .filter(row -> row.get("error") != null)
                    .forEach(row -> call.context().error(row.get("url") + " " + row.get("error")));
        }
        if (rows.stream().allMatch(row -> row.get("error") != null)) {
            return ExitCode.STORE;
        }
        return rows.stream().anyMatch(row -> row.get("leader_id") != null) ? ExitCode.DONE : ExitCode.NO;
    }

    private static JsonObject role(ControllerClient client, String url) throws InterruptedException {
        JsonObject row = new JsonObject();
        try {
            row.putAll(client.readFrom(url, "/role").body());
        } catch (SSLException untrusted) {
            row.put("error", "cannot be trusted: " + untrusted.getMessage());
        } catch (IOException unreachable) {
            row.put("error", "does not respond");
        }
        return row.with("url", url);
    }

    /** Returns the URLs of the running nodes. Each of them leads an election with its own id. */
    private static List<String> running(String on) {
        try (Baton baton = Baton.connect(GroupUrls.asObserver(on))) {
            Stream<String> elections = GroupUrls.isQuorum(on)
                    ? Stream.of(JobDatabase.ELECTION)
                    : baton.elections().stream().filter(name -> name.startsWith("node:"));
            return elections
                    .map(name -> baton.election(name).leader().flatMap(LeaderInfo::url))
                    .flatMap(Optional::stream)
                    .toList();
        }
    }
}
