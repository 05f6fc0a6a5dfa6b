package dev.baton.cli;

import dev.baton.Baton;
import dev.baton.Election;
import dev.baton.LeaderInfo;
import dev.baton.Tenure;
import dev.baton.console.watch.ElectionRowJson;
import dev.baton.spi.StatusJson;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** {@code baton history ELECTION}: the past tenures, as far back as the store keeps them. */
final class HistoryCommand {
    static final String HELP = """
            Shows past leaderships, oldest first: how long each lasted, how long nobody led before it, and why it ended.
            """ + StoreOptions.HELP + ElectionTarget.KEYS_HELP + """
            --json      Print one JSON object per line.
            [ELECTION]  The name of the election.
            """;

    private static final String UNKNOWN = "-";
    /** Without the year and the milliseconds, for narrow terminals. */
    private static final DateTimeFormatter SHORT_TIME =
            DateTimeFormatter.ofPattern("MM-dd HH:mm:ss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private HistoryCommand() {}

    static int run(Invocation call) {
        ElectionTarget target = ElectionTarget.of(call);
        String name = target.name(call);
        try (Baton baton = target.connectAsObserver()) {
            Election election = baton.election(name);
            List<Tenure> tenures = election.history();
            if (tenures.isEmpty()
                    && !StatusCommand.isKnown(call, baton, ElectionStatus.of(election, election.leader()))) {
                return ExitCode.NO;
            }
            if (call.has("--json")) {
                tenures.stream().map(ElectionRowJson::tenure).forEach(call::printJson);
            } else if (tenures.isEmpty()) {
                call.out()
                        .println("no recorded leaderships of " + name + " in "
                                + baton.backend().describe());
            } else {
                call.out().print(table(tenures, election.leader(), call.context(), Instant.now()));
            }
        }
        return ExitCode.DONE;
    }

    /** Returns a row for each tenure. GAP is the time without a leader before it. */
    static TextTable table(List<Tenure> tenures, Optional<LeaderInfo> leader, CommandContext context, Instant now) {
        TextTable full = table(tenures, leader, context, now, StatusJson::time);
        return full.fits() ? full : table(tenures, leader, context, now, SHORT_TIME::format);
    }

    private static TextTable table(
            List<Tenure> tenures,
            Optional<LeaderInfo> leader,
            CommandContext context,
            Instant now,
            Function<Instant, String> time) {
        TextTable table = TextTable.on(context)
                .row("EPOCH", "INSTANCE", "FROM", "TO", "LASTED", "GAP", "REASON")
                .keep(2, 3, 6)
                .omit(3, 0, 5, 4);
        Optional<Instant> previousEnd = Optional.empty();
        for (Tenure tenure : tenures) {
            boolean leads = leader.filter(record -> record.epoch() == tenure.epoch()
                            && record.instanceId().equals(tenure.instanceId()))
                    .isPresent();
            table.row(
                    tenure.epoch(),
                    tenure.instanceId(),
                    time.apply(tenure.from()),
                    tenure.to().map(time).orElse(UNKNOWN),
                    tenure.to()
                            .or(() -> Optional.of(now).filter(current -> leads))
                            .map(end -> ShortDuration.exact(Duration.between(tenure.from(), end)))
                            .orElse(UNKNOWN),
                    previousEnd.map(end -> gap(end, tenure.from())).orElse(UNKNOWN),
                    leads && tenure.to().isEmpty()
                            ? TextColour.GREEN.of("leads")
                            : tenure.reason().orElse(UNKNOWN));
            previousEnd = tenure.to();
        }
        return table;
    }

    /** The two times can come from different clocks: a tenure that seems to begin before the end of the last one has no gap. */
    private static String gap(Instant end, Instant begin) {
        return ShortDuration.exact(Duration.between(end, begin));
    }
}
