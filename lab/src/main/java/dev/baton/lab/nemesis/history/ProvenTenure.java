package dev.baton.lab.nemesis.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the histories prove about one tenure. */
final class ProvenTenure {
    final String process;
    final String election;
    final long epoch;
    /** The tenure had begun by then; {@link Long#MAX_VALUE} if that is not known. */
    long announced = Long.MAX_VALUE;
    /** The leadership was valid at an instant that is not earlier; {@link Long#MIN_VALUE} if that is not known. */
    long validUntil = Long.MIN_VALUE;

    private ProvenTenure(String process, HistoryEvent.OfTenure event) {
        this.process = process;
        this.election = event.election();
        this.epoch = event.epoch();
    }

    /** Returns the tenures of every election, by epoch. */
    static Map<String, List<ProvenTenure>> byElection(List<ProcessHistory> histories) {
        Map<String, List<ProvenTenure>> all = new TreeMap<>();
        for (ProcessHistory history : histories) {
            Map<String, ProvenTenure> own = new TreeMap<>();
            history.all(HistoryEvent.OfTenure.class)
                    .forEach(event -> own.computeIfAbsent(
                                    event.election() + " " + event.epoch(),
                                    key -> new ProvenTenure(history.process(), event))
                            .add(event));
            own.values()
                    .forEach(tenure -> all.computeIfAbsent(tenure.election, name -> new ArrayList<>())
                            .add(tenure));
        }
        all.values().forEach(list -> list.sort(Comparator.comparingLong(tenure -> tenure.epoch)));
        return all;
    }

    private void add(HistoryEvent.OfTenure event) {
        if (event instanceof HistoryEvent.Acquired acquired) {
            announced = Math.min(announced, acquired.nanos());
        } else if (event instanceof HistoryEvent.Valid valid) {
            announced = Math.min(announced, valid.nanos());
            validUntil = Math.max(validUntil, valid.before());
        } else if (event instanceof HistoryEvent.Beat beat) {
            announced = Math.min(announced, beat.nanos());
        }
    }

    @Override
    public String toString() {
        return "epoch " + epoch + " of " + process;
    }
}
