package dev.baton.lab.nemesis.history;

import dev.baton.lab.nemesis.history.RuleViolation.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Every election has a leader within the documented time after the faults have ended. */
final class RecoveryRule implements HistoryRule {

    @Override
    public List<RuleViolation> check(List<ProcessHistory> histories) {
        Map<String, NavigableSet<Long>> led = ledTimes(histories);
        List<RuleViolation> found = new ArrayList<>();
        ProcessHistory.all(histories, HistoryEvent.Healed.class)
                .forEach(healed -> led.forEach((election, times) -> {
                    Long next = times.ceiling(healed.nanos());
                    if (next == null || next - healed.nanos() > healed.boundNanos()) {
                        found.add(new RuleViolation(
                                Kind.NO_LEADER,
                                "election " + election + " had no leader within " + healed.boundNanos() / 1_000_000
                                        + " ms after the faults of step " + healed.step() + " had ended",
                                healed.nanos() + healed.boundNanos()));
                    }
                }));
        return found;
    }

    /** Returns the times at which each election had a leader. */
    static Map<String, NavigableSet<Long>> ledTimes(List<ProcessHistory> histories) {
        Map<String, NavigableSet<Long>> led = new TreeMap<>();
        ProcessHistory.all(histories, HistoryEvent.OfTenure.class)
                .filter(event -> !(event instanceof HistoryEvent.Ended) && !(event instanceof HistoryEvent.Written))
                .forEach(event -> led.computeIfAbsent(event.election(), name -> new TreeSet<>())
                        .add(event instanceof HistoryEvent.Valid valid ? valid.before() : event.nanos()));
        return led;
    }
}
