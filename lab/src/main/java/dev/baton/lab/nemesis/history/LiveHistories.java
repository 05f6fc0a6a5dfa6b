package dev.baton.lab.nemesis.history;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** What the histories of a running trial show so far. For the choice of targets and for progress, not for judgement. */
public final class LiveHistories {
    private final HistoryTail tail;
    private final Map<String, Leader> leaders = new HashMap<>();
    private final Set<String> tenures = new HashSet<>();

    /** The newest sign of a leader. */
    private record Leader(String process, long epoch, long nanos) {}

    public LiveHistories(Path folder) {
        this.tail = new HistoryTail(folder);
    }

    /** Reads what was written since the last call. */
    public synchronized void update() throws IOException {
        tail.read((label, event) -> add(label.substring(0, Math.max(0, label.indexOf('-'))), event));
    }

    private void add(String process, HistoryEvent event) {
        if (event instanceof HistoryEvent.OfTenure tenure
                && !(event instanceof HistoryEvent.Ended)
                && !(event instanceof HistoryEvent.Written)) {
            tenures.add(tenure.election() + " " + tenure.epoch());
            leaders.merge(
                    tenure.election(),
                    new Leader(process, tenure.epoch(), event.nanos()),
                    (old, seen) ->
                            seen.epoch() > old.epoch() || (seen.epoch() == old.epoch() && seen.nanos() > old.nanos())
                                    ? seen
                                    : old);
        }
    }

    /** Returns how many elections the process led when they were last read. */
    public synchronized long electionsLedBy(String process) {
        return leaders.values().stream()
                .filter(leader -> leader.process().equals(process))
                .count();
    }

    /** Returns how many elections have a sign of a leader after the given time. */
    public synchronized long ledSince(long nanos) {
        return leaders.values().stream()
                .filter(leader -> leader.nanos() >= nanos)
                .count();
    }

    /** Returns the number of tenures so far. */
    public synchronized int tenures() {
        return tenures.size();
    }
}
