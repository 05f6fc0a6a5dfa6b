package dev.baton.cli;

import dev.baton.CandidateState;
import dev.baton.InstanceStatus;
import dev.baton.LeaderInfo;
import dev.baton.spi.StatusJson;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A status for people. */
final class StatusTable {
    private static final String BOLD = "\u001b[1m";
    private static final String PLAIN = "\u001b[0m";

    private StatusTable() {}

    static void print(ElectionStatus status, CommandContext around) {
        String heading = status.leader().map(StatusTable::describe).orElse("nobody leads");
        around.out().println(bold(status.election(), around) + "  " + heading);
        if (status.instances().isEmpty()) {
            return;
        }
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[] {"  INSTANCE", "STATE", "PRIORITY", "HEALTHY", "LAST SEEN"});
        for (InstanceStatus frame : status.instances()) {
            rows.add(new String[] {
                "  " + TextTable.plain(frame.instanceId()),
                stateOf(frame, status.leader()),
                Integer.toString(frame.priority()),
                frame.healthy() ? "yes" : "no",
                ago(frame.timestamp())
            });
        }
        TextTable.print(rows, around.out());
    }

    /** A frozen leader goes on saying that it leads; the store knows better. */
    private static String stateOf(InstanceStatus frame, Optional<LeaderInfo> leader) {
        boolean leads = leader.filter(record -> record.instanceId().equals(frame.instanceId()))
                .isPresent();
        return frame.state() == CandidateState.LEADER && !leads
                ? "silent"
                : frame.state().code();
    }

    private static String describe(LeaderInfo leader) {
        return TextTable.plain("led by " + leader.instanceId() + ", epoch " + leader.epoch() + ", since "
                + StatusJson.time(leader.since())
                + leader.url().map(url -> ", at " + url).orElse(""));
    }

    private static String ago(Instant then) {
        long millis = Math.max(0, Duration.between(then, Instant.now()).toMillis());
        return millis < 1000 ? "now" : millis / 1000 + " s ago";
    }

    private static String bold(String text, CommandContext around) {
        return around.colours() ? BOLD + text + PLAIN : text;
    }
}
