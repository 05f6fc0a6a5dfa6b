package dev.baton.lab.nemesis.history;

import dev.baton.lab.nemesis.history.RuleViolation.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Every {@code acquired} of a candidate is followed by exactly one {@code released} or {@code lost} before its next
 * {@code acquired} and before the end of its process, unless the process was killed. A process ends only when the trial ends
 * it.
 */
final class ClosingRule implements HistoryRule {

    @Override
    public List<RuleViolation> check(List<ProcessHistory> histories) {
        Set<String> killed = ProcessHistory.all(histories, HistoryEvent.Killed.class)
                .map(HistoryEvent.Killed::process)
                .collect(Collectors.toSet());
        Set<String> stopping = ProcessHistory.all(histories, HistoryEvent.Stopping.class)
                .map(HistoryEvent.Stopping::process)
                .collect(Collectors.toSet());
        List<RuleViolation> found = new ArrayList<>();
        for (ProcessHistory history : histories) {
            if (history.kind() == ProcessHistory.Kind.CANDIDATES || history.kind() == ProcessHistory.Kind.RUN) {
                // A signal that arrives before the process handles it ends the process without any event.
                boolean early = history.events().isEmpty() && stopping.contains(history.process());
                check(history, early || killed.contains(history.process()), found);
            }
        }
        return found;
    }

    private static void check(ProcessHistory history, boolean killed, List<RuleViolation> found) {
        Map<String, HistoryEvent.Acquired> open = new TreeMap<>();
        boolean closed = false;
        long last = Long.MIN_VALUE;
        for (HistoryEvent event : history.events()) {
            last = Math.max(last, event.nanos());
            if (event instanceof HistoryEvent.Acquired acquired) {
                HistoryEvent.Acquired before = open.put(key(acquired.election(), acquired.candidate()), acquired);
                if (before != null) {
                    found.add(violation(history, "acquired again without an end of the tenure before", acquired));
                }
            } else if (event instanceof HistoryEvent.Ended ended) {
                HistoryEvent.Acquired before = open.remove(key(ended.election(), ended.candidate()));
                if (before == null || before.epoch() != ended.epoch()) {
                    found.add(violation(history, "end \"" + ended.how() + "\" of a tenure that is not open", ended));
                }
            } else if (event instanceof HistoryEvent.Closed) {
                closed = true;
            }
        }
        if (closed) {
            open.values().forEach(left -> found.add(violation(history, "no end before the end of the process", left)));
        } else if (!killed) {
            found.add(new RuleViolation(
                    Kind.UNEXPECTED_END, history.process() + " ended, but was neither stopped nor killed", last));
        }
    }

    private static String key(String election, int candidate) {
        return election + " " + candidate;
    }

    private static RuleViolation violation(ProcessHistory history, String what, HistoryEvent.OfTenure event) {
        return new RuleViolation(
                Kind.NOT_CLOSED_ONCE,
                "election " + event.election() + ", " + history.process() + ", epoch " + event.epoch() + ": " + what,
                event.nanos());
    }
}
