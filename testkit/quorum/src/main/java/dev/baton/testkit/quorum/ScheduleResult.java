package dev.baton.testkit.quorum;

import java.util.EnumMap;
import java.util.Map;

/**
 * The result of one schedule.
 *
 * @param violation the violated guarantee; empty if there is none
 * @param hash of all events in order: equal for equal runs
 * @param members number of founding members
 * @param tenures number of leaderships that began
 * @param faults number of faults of each kind
 * @param interruptedBatches number of writes of several votes that a crash interrupted
 * @param refusedFolders number of starts that refused their state directory, because it was damaged
 * @param openedStreams number of ends of streams whose handshake was completed
 * @param rejectedStreams number of ends of streams that were closed, because what they received is not authentic
 * @param trace all events, one per line; empty if not requested
 */
public record ScheduleResult(
        long seed,
        String violation,
        long hash,
        int members,
        long events,
        int tenures,
        long highestTerm,
        Map<SimulatedFault, Integer> faults,
        int interruptedBatches,
        int refusedFolders,
        int openedStreams,
        int rejectedStreams,
        String trace) {
    public ScheduleResult {
        faults = new EnumMap<>(faults);
    }

    public boolean passed() {
        return violation.isEmpty();
    }
}
