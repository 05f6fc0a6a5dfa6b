package dev.baton.cli;

import dev.baton.Baton;
import dev.baton.node.client.ControllerClient;
import dev.baton.node.client.ControllerReply;
import dev.baton.node.database.JobDatabase;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code baton role}: what nodes say of themselves. */
final class RoleCommand implements Subcommand {

    @Override
    public CommandSpec spec() {
        CommandSpec spec = OptionReader.command(
                "role",
                "What a node says of itself: LEADER, STANDBY or DRAINING, and whom it follows. Exits with 1 when no"
                        + " node that was asked knows a leader.");
        NodeOptions.addTo(spec);
        OptionReader.flag(
                spec, "--all", "All nodes: those of --node and the leaders they name, or with --on all that run.");
        OptionReader.text(spec, "--on", "URL", "The nodes' election store, which knows them all.");
        OptionReader.flag(spec, "--json", "One JSON object a line.");
        return spec;
    }

    @Override
    public int run(Invocation call) throws InterruptedException {
        ParseResult given = call.given();
        ControllerClient client = NodeOptions.client(given, call.around().environment());
        Set<String> urls = new LinkedHashSet<>();
        OptionReader.text(given, "--on").ifPresent(on -> {
            urls.addAll(running(on));
            if (GroupUrls.isQuorum(on)
                    && OptionReader.has(given, "--all")
                    && OptionReader.text(given, "--node").isEmpty()) {
                call.around()
                        .complain("the members of a quorum know the address of the node that leads, and no others:"
                                + " give those with --node URL,URL");
            }
        });
        if (urls.isEmpty() || OptionReader.text(given, "--node").isPresent()) {
            urls.addAll(NodeOptions.urls(given));
        }
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        boolean led = false;
        for (int i = 0; i < urls.size(); i++) {
            String url = new ArrayList<>(urls).get(i);
            Map<String, @Nullable Object> row = asked(client, url);
            rows.add(row);
            led |= row.get("leader_id") != null;
            boolean all = OptionReader.has(given, "--all");
            if (all && row.get("leader_url") instanceof String leader) {
                urls.add(leader);
            }
            if (!all && row.get("role") != null) {
                break;
            }
        }
        NodeOutput.rows(rows, new String[] {"node_id", "role", "leader_epoch", "leader_id", "leader_url", "url"}, call);
        if (!OptionReader.has(given, "--json")) {
            rows.stream()
                    .filter(row -> row.get("error") != null)
                    .forEach(row -> call.around().complain(row.get("url") + " " + row.get("error")));
        }
        return led ? ExitCode.DONE : ExitCode.NO;
    }

    private static Map<String, @Nullable Object> asked(ControllerClient client, String url)
            throws InterruptedException {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        try {
            ControllerReply reply = client.readFrom(url, "/role");
            row.putAll(reply.body());
        } catch (SSLException distrusted) {
            row.put("error", "cannot be trusted: " + distrusted.getMessage());
        } catch (IOException unreachable) {
            row.put("error", "does not answer");
        }
        row.put("url", url);
        return row;
    }

    /** Every node that runs leads the election of its own id. */
    private static List<String> running(String on) {
        PasswordCheck.refuseIn("--on", on);
        List<String> urls = new ArrayList<>();
        try (Baton baton = Baton.connect(GroupUrls.asObserver(on))) {
            if (GroupUrls.isQuorum(on)) {
                baton.election(JobDatabase.ELECTION)
                        .leader()
                        .flatMap(leader -> leader.url())
                        .ifPresent(urls::add);
                return urls;
            }
            for (String election : baton.elections()) {
                if (election.startsWith("node:")) {
                    Optional<String> url = baton.election(election).leader().flatMap(leader -> leader.url());
                    url.ifPresent(urls::add);
                }
            }
        }
        return urls;
    }
}
