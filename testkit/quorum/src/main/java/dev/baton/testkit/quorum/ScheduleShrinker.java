package dev.baton.testkit.quorum;

import java.util.ArrayList;
import java.util.List;

/** Cuts a failing schedule down to the faults without which it does not fail. */
public final class ScheduleShrinker {
    private ScheduleShrinker() {}

    /**
     * A failing schedule with as few faults as were found to be enough.
     *
     * @param story the faults that are left, then everything that happened, line by line
     */
    public record Shrunk(long seed, String trouble, int faultsBefore, int faultsLeft, String story) {}

    /** Shrinks the schedule of a seed that fails. */
    public static Shrunk shrink(long seed, NodeFactory maker) {
        Schedule plan = ScheduleGenerator.plan(seed);
        ScheduleResult worst = Simulation.run(plan, maker, false);
        if (worst.isGood()) {
            throw new IllegalArgumentException("seed " + seed + " does not fail");
        }
        int before = plan.strikes().size();
        for (int chunk = Math.max(1, before / 2); chunk >= 1; chunk /= 2) {
            for (int from = 0; from < plan.strikes().size(); ) {
                Schedule smaller = plan.with(without(plan.strikes(), from, chunk));
                if (Simulation.run(smaller, maker, false).isGood()) {
                    from += chunk;
                } else {
                    plan = smaller;
                }
            }
        }
        ScheduleResult last = Simulation.run(plan, maker, true);
        StringBuilder story = new StringBuilder();
        story.append(String.format(
                "%d members, %d spares, heartbeat %d ms, lease %d ms%n",
                plan.members(),
                plan.spares(),
                plan.settings().heartbeatEvery().toMillis(),
                plan.settings().lease().toMillis()));
        plan.strikes().forEach(strike -> story.append(strike).append(System.lineSeparator()));
        return new Shrunk(
                seed,
                last.trouble(),
                before,
                plan.strikes().size(),
                story.append(last.transcript()).toString());
    }

    private static List<ScheduledFault> without(List<ScheduledFault> strikes, int from, int count) {
        List<ScheduledFault> fewer = new ArrayList<>(strikes.subList(0, from));
        fewer.addAll(strikes.subList(Math.min(strikes.size(), from + count), strikes.size()));
        return fewer;
    }
}
