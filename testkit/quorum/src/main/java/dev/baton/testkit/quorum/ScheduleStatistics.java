package dev.baton.testkit.quorum;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What many schedules came to. */
public final class ScheduleStatistics {
    private final Map<SimulatedFault, Long> faults = new EnumMap<>(SimulatedFault.class);
    private final Map<Integer, Long> sizes = new TreeMap<>();
    private final List<ScheduleResult> failures = new ArrayList<>();
    private long schedules;
    private long events;
    private long fewestEvents = Long.MAX_VALUE;
    private int fewestKinds = Integer.MAX_VALUE;
    private long reigns;
    private long highestTerm;
    private long cutBatches;

    synchronized void add(ScheduleResult verdict) {
        schedules++;
        events += verdict.events();
        reigns += verdict.reigns();
        highestTerm = Math.max(highestTerm, verdict.highestTerm());
        cutBatches += verdict.cutBatches();
        sizes.merge(verdict.members(), 1L, Long::sum);
        verdict.faults().forEach((fault, count) -> faults.merge(fault, (long) count, Long::sum));
        if (verdict.isGood()) {
            fewestEvents = Math.min(fewestEvents, verdict.events());
            fewestKinds = Math.min(fewestKinds, verdict.faults().size());
        } else if (failures.size() < 100) {
            failures.add(verdict);
        }
    }

    public synchronized long schedules() {
        return schedules;
    }

    public synchronized long events() {
        return events;
    }

    /** Events of the shortest schedule. */
    public synchronized long fewestEvents() {
        return fewestEvents;
    }

    /** Kinds of fault in the schedule that had the fewest. */
    public synchronized int fewestKinds() {
        return fewestKinds;
    }

    public synchronized long reigns() {
        return reigns;
    }

    public synchronized long highestTerm() {
        return highestTerm;
    }

    /** How many writes of many votes at once a crash cut short. */
    public synchronized long cutBatches() {
        return cutBatches;
    }

    /** How often each kind of fault struck; all kinds are there. */
    public synchronized Map<SimulatedFault, Long> faults() {
        Map<SimulatedFault, Long> all = new EnumMap<>(SimulatedFault.class);
        for (SimulatedFault fault : SimulatedFault.values()) {
            all.put(fault, faults.getOrDefault(fault, 0L));
        }
        return all;
    }

    /** How many schedules each size of group had. */
    public synchronized Map<Integer, Long> sizes() {
        return new TreeMap<>(sizes);
    }

    /** The first failures. */
    public synchronized List<ScheduleResult> failures() {
        return List.copyOf(failures);
    }

    /** The figures in lines for a terminal. */
    public synchronized String report() {
        StringBuilder text = new StringBuilder();
        text.append(String.format(
                "%,d schedules, %,d events (fewest %,d), %,d reigns, highest term %,d%n",
                schedules, events, fewestEvents, reigns, highestTerm));
        text.append("members:");
        sizes.forEach((size, count) -> text.append(String.format(" %d:%,d", size, count)));
        text.append(String.format("%nfaults:"));
        faults().forEach((fault, count) -> text.append(String.format(" %s:%,d", fault, count)));
        return text.append(String.format("%nwrites of many votes that were cut short: %,d%n", cutBatches))
                .toString();
    }
}
