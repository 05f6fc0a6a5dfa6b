package dev.baton.lab.nemesis.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Judges a trial by its histories alone. */
public final class HistoryChecker {
    /** Rules that also hold for the histories of processes that still run. */
    private static final List<HistoryRule> ALWAYS =
            List.of(new TenureRule(), new WriteRule(), new CommandRule(), new ReconcileRule(), new ForeignFilesRule());

    private static final List<HistoryRule> AT_THE_END = List.of(new ClosingRule(), new RecoveryRule(), new LeftRule());

    /** Returns all violations of a trial that has ended, in the order of their times. */
    public List<RuleViolation> check(List<ProcessHistory> histories) {
        List<HistoryRule> all = new ArrayList<>(ALWAYS);
        all.addAll(AT_THE_END);
        return check(histories, all);
    }

    /** Returns the violations that are already certain while the trial runs. */
    public List<RuleViolation> checkRunning(List<ProcessHistory> histories) {
        return check(histories, ALWAYS);
    }

    /** Returns the leaderships that were valid after a later one was announced. */
    public static List<OverlappingTenures> overlaps(List<ProcessHistory> histories) {
        return TenureRule.overlaps(histories);
    }

    private static List<RuleViolation> check(List<ProcessHistory> histories, List<HistoryRule> rules) {
        List<RuleViolation> found = new ArrayList<>();
        rules.forEach(rule -> found.addAll(rule.check(histories)));
        found.sort(Comparator.comparingLong(RuleViolation::nanos));
        return found;
    }
}
