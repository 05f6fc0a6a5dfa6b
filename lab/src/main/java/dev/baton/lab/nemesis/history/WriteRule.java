package dev.baton.lab.nemesis.history;

import dev.baton.lab.nemesis.history.HistoryEvent.WriteOutcome;
import dev.baton.lab.nemesis.history.RuleViolation.Kind;
import dev.baton.testkit.FencedWriteChecker;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A guard accepts no write of an old epoch after one of a newer epoch. Writes without a guard are not judged. */
final class WriteRule implements HistoryRule {

    @Override
    public List<RuleViolation> check(List<ProcessHistory> histories) {
        Map<String, FencedWriteChecker> checkers = new TreeMap<>();
        ProcessHistory.all(histories, HistoryEvent.Written.class)
                .filter(write -> write.outcome() == WriteOutcome.ACCEPTED)
                .forEach(write -> checkers.computeIfAbsent(
                                write.resource() + " of election " + write.election(), name -> new FencedWriteChecker())
                        .accepted(write.resource(), write.epoch(), write.sent(), write.nanos()));
        List<RuleViolation> found = new ArrayList<>();
        checkers.forEach((name, checker) -> checker.violations()
                .forEach(text -> found.add(new RuleViolation(Kind.STALE_WRITE, name + ": " + text, 0))));
        return found;
    }
}
