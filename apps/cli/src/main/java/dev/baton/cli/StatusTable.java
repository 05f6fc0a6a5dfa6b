package dev.baton.cli;

import dev.baton.CandidateState;
import dev.baton.InstanceStatus;
import dev.baton.LeaderInfo;
import dev.baton.spi.StatusJson;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Prints the status of an election, as a table or as JSON. */
final class StatusTable {
    private static final String BOLD = "\u001b[1m";
    private static final String PLAIN = "\u001b[0m";

    private StatusTable() {}

    static void print(ElectionStatus status, Invocation call) {
        if (call.has("--json")) {
            call.printJson(status.json());
            return;
        }
        CommandContext context = call.context();
        String name = context.colours() ? BOLD + status.election() + PLAIN : status.election();
        context.out()
                .println(name + "  "
                        + TextTable.plain(
                                status.leader().map(StatusTable::describe).orElse("no leader")));
        if (status.instances().isEmpty()) {
            return;
        }
        TextTable table = new TextTable().row("  INSTANCE", "STATE", "PRIORITY", "HEALTHY", "LAST SEEN");
        for (InstanceStatus instance : status.instances()) {
            table.row(
                    "  " + instance.instanceId(),
                    state(instance, status.leader()),
                    instance.priority(),
                    instance.healthy() ? "yes" : "no",
                    age(instance.timestamp()));
        }
        context.out().print(table);
    }

    /** Returns "silent" for an instance whose last status is that of a leader, but which the store does not record. */
    private static String state(InstanceStatus instance, Optional<LeaderInfo> leader) {
        boolean recorded = leader.filter(record -> record.instanceId().equals(instance.instanceId()))
                .isPresent();
        return instance.state() == CandidateState.LEADER && !recorded
                ? "silent"
                : instance.state().code();
    }

    private static String describe(LeaderInfo leader) {
        return "led by " + leader.instanceId() + ", epoch " + leader.epoch() + ", since "
                + StatusJson.time(leader.since())
                + leader.url().map(url -> ", at " + url).orElse("");
    }

    private static String age(Instant then) {
        long millis = Math.max(0, Duration.between(then, Instant.now()).toMillis());
        return millis < 1000 ? "now" : millis / 1000 + " s ago";
    }
}
