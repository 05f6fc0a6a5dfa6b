package dev.baton.testkit.quorum;

import java.util.EnumMap;
import java.util.Map;

/**
 * What became of one schedule.
 *
 * @param trouble what went wrong; empty when nothing did
 * @param hash of every event in order: equal for equal runs
 * @param members how many founded the group
 * @param reigns how many leaderships began
 * @param cutBatches how many writes of many votes a crash cut short
 */
public record ScheduleResult(
        long seed,
        String trouble,
        long hash,
        int members,
        long events,
        int reigns,
        long highestTerm,
        Map<SimulatedFault, Integer> faults,
        int cutBatches,
        String transcript) {
    public ScheduleResult {
        faults = new EnumMap<>(faults);
    }

    public boolean isGood() {
        return trouble.isEmpty();
    }
}
