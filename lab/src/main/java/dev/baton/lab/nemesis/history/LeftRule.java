package dev.baton.lab.nemesis.history;

import java.util.List;

/** Nothing exists after all processes have ended: no claim, file, session or process. */
final class LeftRule implements HistoryRule {

    @Override
    public List<RuleViolation> check(List<ProcessHistory> histories) {
        return ProcessHistory.all(histories, HistoryEvent.Left.class)
                .map(left -> new RuleViolation(RuleViolation.Kind.LEFT_BEHIND, left.what(), left.nanos()))
                .toList();
    }
}
