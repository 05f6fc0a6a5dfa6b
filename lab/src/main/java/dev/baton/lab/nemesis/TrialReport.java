package dev.baton.lab.nemesis;

import dev.baton.lab.SampleSet;
import dev.baton.lab.nemesis.history.HistoryEvent;
import dev.baton.lab.nemesis.history.LeaderGaps;
import dev.baton.lab.nemesis.history.ProcessHistory;
import dev.baton.lab.nemesis.history.RuleViolation;
import dev.baton.lab.nemesis.schedule.NemesisStep;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What a trial prints: a line a minute, and a table at the end. */
final class TrialReport {
    private static final int MAX_VIOLATIONS = 20;
    private static final int LINE = 100;

    private final String store;
    private final long seed;
    private final PrintStream out;
    private final long from = System.nanoTime();
    /** Set by the launcher. */
    private final boolean terminal = Boolean.getBoolean("baton.terminal");

    private final Map<String, Integer> faults = new TreeMap<>();
    private int steps;

    TrialReport(String store, long seed, PrintStream out) {
        this.store = store;
        this.seed = seed;
        this.out = out;
    }

    void begin(Path folder) {
        out.printf("nemesis on %s seed %d, histories in %s%n", store, seed, folder);
    }

    /** Prints what serves the store, if its URL does not say it. */
    void describe(String server) {
        if (!server.isEmpty()) {
            out.printf("%s is %s%n", store, server);
        }
    }

    void stepDone(NemesisStep step) {
        steps++;
        step.faults().forEach(fault -> faults.merge(fault.kind().code(), 1, Integer::sum));
    }

    /** Shows the state on a terminal, in one line that is written again. */
    void live(int failovers) {
        if (terminal) {
            out.printf(
                    "\r%4d s  %s  %d steps, %d faults, %d changes of leader ",
                    seconds(), store, steps, faultCount(), failovers);
            out.flush();
        }
    }

    private void clearLive() {
        if (terminal) {
            out.print("\r" + " ".repeat(LINE) + "\r");
        }
    }

    /** Prints the line of a minute. */
    void progress(int failovers) {
        clearLive();
        out.printf(
                "%4d min  %s  %d steps, %d faults, %d changes of leader%n",
                seconds() / 60, store, steps, faultCount(), failovers);
    }

    private long seconds() {
        return (System.nanoTime() - from) / 1_000_000_000L;
    }

    /** Returns the number of faults so far. */
    int faultCount() {
        return faults.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Prints the table, the violations and the summary line, and returns what that line contains. */
    TrialResult end(List<ProcessHistory> histories, List<RuleViolation> violations, Path schedule) {
        clearLive();
        out.printf("%n%-32s %6s %6s %9s %9s %9s%n", "faults", "steps", "gaps", "p50 ms", "p99 ms", "max ms");
        Map<String, Long> times = new TreeMap<>();
        histories.forEach(history ->
                history.all(HistoryEvent.Injected.class).forEach(step -> times.merge(step.faults(), 1L, Long::sum)));
        LeaderGaps.millisByFaults(histories).forEach((kinds, gaps) -> out.println(row(kinds, times, gaps)));
        violations.stream()
                .limit(MAX_VIOLATIONS)
                .forEach(violation -> out.println("violation" + after(violation) + ": " + violation));
        if (!violations.isEmpty()) {
            out.printf(
                    "seed %d; the steps are in %s (replay them with --schedule), and all histories beside it%n",
                    seed, schedule);
        }
        TrialResult result =
                new TrialResult(store, seed, seconds(), steps, failovers(histories), violations.size(), faults);
        out.println(result.line());
        return result;
    }

    /** Some violations have no time. */
    private String after(RuleViolation violation) {
        return violation.nanos() < from ? "" : " after " + (violation.nanos() - from) / 1_000_000_000L + " s";
    }

    private static String row(String kinds, Map<String, Long> times, List<Double> gaps) {
        String line = String.format(Locale.ROOT, "%-32s %6d %6d", kinds, times.getOrDefault(kinds, 0L), gaps.size());
        if (gaps.isEmpty()) {
            return line;
        }
        SampleSet samples =
                SampleSet.of(gaps.stream().mapToDouble(Double::doubleValue).toArray());
        return line
                + String.format(
                        Locale.ROOT, " %9.0f %9.0f %9.0f", samples.median(), samples.percentile(99), samples.max());
    }

    /** Returns the number of tenures after the first one of each election. */
    private static long failovers(List<ProcessHistory> histories) {
        long tenures = histories.stream()
                .flatMap(history -> history.all(HistoryEvent.Acquired.class))
                .map(acquired -> acquired.election() + " " + acquired.epoch())
                .distinct()
                .count();
        long elections = histories.stream()
                .flatMap(history -> history.all(HistoryEvent.Acquired.class))
                .map(HistoryEvent.Acquired::election)
                .distinct()
                .count();
        return tenures - elections;
    }
}
