package dev.baton.lab.peers;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The page with all results. */
final class PeersPage {
    private PeersPage() {}

    /** Returns the results of one system in one line. */
    static String line(PeerResult result) {
        String takeovers = PeerTrial.TAKEOVERS.stream()
                .map(fault -> name(fault) + "=" + FigureText.of(result.takeover(fault)))
                .collect(Collectors.joining("; "));
        String overlaps = PeersText.JUDGED.stream()
                .map(fault -> name(fault) + "=" + FigureText.of(result.overlap(fault)))
                .collect(Collectors.joining("; "));
        return takeovers + "; two leaders: " + overlaps + "; requests="
                + FigureText.of(result.cost().requests()) + " connections="
                + FigureText.of(result.cost().connections()) + " threads="
                + FigureText.of(result.cost().threads());
    }

    private static String name(PeerFault fault) {
        return fault.name().toLowerCase(Locale.ROOT);
    }

    /** Returns the page in Markdown. */
    static String text(RunFacts facts, List<PeerResult> results) {
        StringBuilder page = new StringBuilder(PeersText.introduction(facts));
        page.append(absent(results));
        page.append("\n## From the fault to the next leader\n\n")
                .append(PeersText.TAKEOVERS)
                .append('\n');
        table(
                page,
                results,
                List.of("killed", "frozen", "cut off", "released"),
                PeerTrial.TAKEOVERS.stream()
                        .<Function<PeerResult, String>>map(fault -> result -> FigureText.of(result.takeover(fault)))
                        .toList());
        page.append("\n## Two leaders at the same time\n\n")
                .append(PeersText.OVERLAPS)
                .append('\n');
        table(
                page,
                results,
                List.of("frozen and thawed", "cut off and healed", "clock of a standby +1 h"),
                PeersText.JUDGED.stream()
                        .<Function<PeerResult, String>>map(fault -> result -> FigureText.of(result.overlap(fault)))
                        .toList());
        page.append("\n## The cost of three idle processes\n\n")
                .append(PeersText.COST)
                .append('\n');
        table(
                page,
                results,
                List.of("requests/s", "connections", "threads"),
                List.of(
                        result -> FigureText.of(result.cost().requests()),
                        result -> FigureText.of(result.cost().connections()),
                        result -> FigureText.of(result.cost().threads())));
        page.append("\n## What each system is, and how it was run\n\n");
        table(
                page,
                results,
                List.of("purpose", "settings", "runs on", "leads, if", "release"),
                List.of(
                        result -> result.system().purpose(),
                        result -> result.system().settings(),
                        PeerResult::server,
                        result -> result.system().query(),
                        result -> result.system().release()));
        return page.toString();
    }

    /** Returns a line with the systems that the run left out; empty if there are none. */
    private static String absent(List<PeerResult> results) {
        List<String> present =
                results.stream().map(result -> result.system().code()).toList();
        String titles = PeersArguments.all().stream()
                .filter(system -> !present.contains(system.code()))
                .map(PeerSystem::title)
                .collect(Collectors.joining(", "));
        return titles.isEmpty() ? "" : "- Not in this run: " + titles + ".\n";
    }

    private static void table(
            StringBuilder page,
            List<PeerResult> results,
            List<String> heads,
            List<Function<PeerResult, String>> cells) {
        page.append("| system | ").append(String.join(" | ", heads)).append(" |\n");
        page.append("|---".repeat(heads.size() + 1)).append("|\n");
        for (PeerResult result : results) {
            page.append("| ").append(result.system().title());
            for (Function<PeerResult, String> cell : cells) {
                page.append(" | ")
                        .append(cell.apply(result).replaceAll("\\s+", " ").replace("|", "\\|"));
            }
            page.append(" |\n");
        }
    }
}
