package dev.baton.lab.nemesis.history;

import java.util.List;

/** The processes change no file that does not belong to the store, whatever the store names. */
final class ForeignFilesRule implements HistoryRule {

    @Override
    public List<RuleViolation> check(List<ProcessHistory> histories) {
        return ProcessHistory.all(histories, HistoryEvent.Damaged.class)
                .map(one -> new RuleViolation(
                        RuleViolation.Kind.FOREIGN_FILES, "in step " + one.step() + ": " + one.what(), one.nanos()))
                .toList();
    }
}
