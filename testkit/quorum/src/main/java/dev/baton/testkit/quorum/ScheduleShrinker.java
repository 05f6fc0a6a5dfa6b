package dev.baton.testkit.quorum;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reduces a failing schedule to the faults that are needed for its failure. */
public final class ScheduleShrinker {
    private ScheduleShrinker() {}

    /**
     * A reduced schedule that still fails.
     *
     * @param trace the remaining faults, then all events, one per line
     */
    public record Shrunk(long seed, String violation, int faultsBefore, int faultsLeft, String trace) {}

    /** Reduces the schedule of a seed that fails. */
    public static Shrunk shrink(long seed, SimulationLevel level, NodeFactory factory) {
        Schedule schedule = ScheduleGenerator.generate(seed, level);
        if (Simulation.run(schedule, factory, false).passed()) {
            throw new IllegalArgumentException("seed " + seed + " does not fail");
        }
        int before = schedule.faults().size();
        for (int chunk = Math.max(1, before / 2); chunk >= 1; chunk /= 2) {
            for (int from = 0; from < schedule.faults().size(); ) {
                Schedule smaller = schedule.with(without(schedule.faults(), from, chunk));
                if (Simulation.run(smaller, factory, false).passed()) {
                    from += chunk;
                } else {
                    schedule = smaller;
                }
            }
        }
        ScheduleResult last = Simulation.run(schedule, factory, true);
        StringBuilder trace = new StringBuilder();
        trace.append(String.format(
                Locale.ROOT,
                "%d members, %d spares, heartbeat %d ms, lease %d ms%n",
                schedule.group().members(),
                schedule.spares(),
                schedule.group().settings().heartbeatEvery().toMillis(),
                schedule.group().settings().lease().toMillis()));
        schedule.faults().forEach(fault -> trace.append(fault).append(System.lineSeparator()));
        trace.append(last.trace());
        return new Shrunk(seed, last.violation(), before, schedule.faults().size(), trace.toString());
    }

    private static List<ScheduledFault> without(List<ScheduledFault> faults, int from, int count) {
        List<ScheduledFault> fewer = new ArrayList<>(faults);
        fewer.subList(from, Math.min(faults.size(), from + count)).clear();
        return fewer;
    }
}
