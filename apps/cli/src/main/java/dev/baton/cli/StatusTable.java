package dev.baton.cli;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** One line for each election: who leads it, since when, how many standbys there are, and its health. */
final class StatusTable {

    private StatusTable() {}

    /** Returns the lines, each with a line feed. */
    static String of(List<ElectionStatus> elections, CommandContext context, Instant now) {
        TextTable table = TextTable.on(context)
                .row("ELECTION", "LEADER", "EPOCH", "FOR", "STANDBYS", "HEALTH")
                .keep(5)
                .omit(4, 2, 3);
        for (ElectionStatus status : elections) {
            long standbys = status.standbys().count();
            table.row(
                    TextColour.BOLD.of(status.election()),
                    status.leader().map(leader -> leader.instanceId()).orElse("-"),
                    status.leader()
                            .filter(leader -> leader.confirmedEpoch().isPresent())
                            .map(leader -> Long.toString(leader.epoch()))
                            .orElse("-"),
                    status.leader()
                            .map(leader -> ShortDuration.rounded(Duration.between(leader.since(), now)))
                            .orElse("-"),
                    (standbys == 0 ? TextColour.YELLOW : TextColour.NONE).of(Long.toString(standbys)),
                    ElectionHealth.describe(status, now, context.symbols()));
        }
        return table.toString();
    }
}
