package dev.baton.testkit.quorum;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The accumulated results of many schedules. */
public final class ScheduleStatistics {
    private final Map<SimulatedFault, Long> faults = new EnumMap<>(SimulatedFault.class);
    private final Map<Integer, Long> sizes = new TreeMap<>();
    private final List<ScheduleResult> failures = new ArrayList<>();
    private long schedules;
    private long events;
    private long fewestEvents = Long.MAX_VALUE;
    private int fewestKinds = Integer.MAX_VALUE;
    private long tenures;
    private long highestTerm;
    private long interruptedBatches;

    ScheduleStatistics() {
        for (SimulatedFault fault : SimulatedFault.values()) {
            faults.put(fault, 0L);
        }
    }

    synchronized void add(ScheduleResult result) {
        schedules++;
        events += result.events();
        tenures += result.tenures();
        highestTerm = Math.max(highestTerm, result.highestTerm());
        interruptedBatches += result.interruptedBatches();
        sizes.merge(result.members(), 1L, Long::sum);
        result.faults().forEach((fault, count) -> faults.merge(fault, (long) count, Long::sum));
        if (result.passed()) {
            fewestEvents = Math.min(fewestEvents, result.events());
            fewestKinds = Math.min(fewestKinds, result.faults().size());
        } else if (failures.size() < 100) {
            failures.add(result);
        }
    }

    public synchronized long schedules() {
        return schedules;
    }

    public synchronized long events() {
        return events;
    }

    /** Returns the number of events of the shortest schedule. */
    public synchronized long fewestEvents() {
        return fewestEvents;
    }

    /** Returns the number of kinds of faults of the schedule with the fewest. */
    public synchronized int fewestKinds() {
        return fewestKinds;
    }

    public synchronized long tenures() {
        return tenures;
    }

    /** Returns the number of writes of several votes that a crash interrupted. */
    public synchronized long interruptedBatches() {
        return interruptedBatches;
    }

    /** Returns the number of faults of every kind. */
    public synchronized Map<SimulatedFault, Long> faults() {
        return new EnumMap<>(faults);
    }

    /** Returns the number of schedules of each group size. */
    public synchronized Map<Integer, Long> sizes() {
        return new TreeMap<>(sizes);
    }

    /** Returns the first failures. */
    public synchronized List<ScheduleResult> failures() {
        return List.copyOf(failures);
    }

    /** Returns the figures as lines for a terminal. */
    public synchronized String report() {
        StringBuilder text = new StringBuilder();
        text.append(String.format(
                "%,d schedules, %,d events (fewest %,d), %,d tenures, highest term %,d%n",
                schedules, events, fewestEvents, tenures, highestTerm));
        text.append("members:");
        sizes.forEach((size, count) -> text.append(String.format(" %d:%,d", size, count)));
        text.append(String.format("%nfaults:"));
        faults.forEach((fault, count) -> text.append(String.format(" %s:%,d", fault, count)));
        return text.append(String.format("%ninterrupted writes of several votes: %,d%n", interruptedBatches))
                .toString();
    }
}
