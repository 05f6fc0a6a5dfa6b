package dev.baton.lab.nemesis.history;

import java.util.List;

/** One promise, checked over all histories of a trial. */
interface HistoryRule {
    List<RuleViolation> check(List<ProcessHistory> histories);
}
