package dev.baton.lab.nemesis.history;

import java.util.List;

/** Every record agrees with its resource within a bounded time after the faults have ended. */
final class ReconcileRule implements HistoryRule {

    @Override
    public List<RuleViolation> check(List<ProcessHistory> histories) {
        return ProcessHistory.all(histories, HistoryEvent.Unreconciled.class)
                .map(one -> new RuleViolation(
                        RuleViolation.Kind.NOT_RECONCILED, "after step " + one.step() + ": " + one.what(), one.nanos()))
                .toList();
    }
}
