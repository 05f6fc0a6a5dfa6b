package dev.baton.testkit.quorum;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The accumulated results of many schedules.
 *
 * @param fewestEvents the number of events of the shortest schedule in which no member lost its disk
 * @param fewestKinds the number of kinds of faults of the schedule with the fewest
 * @param interruptedBatches the number of writes of several votes that a crash interrupted
 * @param refusedFolders the number of starts that refused their state directory, because it was damaged
 * @param openedStreams the number of ends of streams whose handshake was completed
 * @param rejectedStreams the number of ends of streams that were closed, because what they received is not authentic
 * @param faults the number of faults of every kind
 * @param sizes the number of schedules of each group size
 * @param failures the first failures
 */
public record ScheduleStatistics(
        long schedules,
        long events,
        long fewestEvents,
        int fewestKinds,
        long tenures,
        long highestTerm,
        long interruptedBatches,
        long refusedFolders,
        long openedStreams,
        long rejectedStreams,
        Map<SimulatedFault, Long> faults,
        Map<Integer, Long> sizes,
        List<ScheduleResult> failures) {
    private static final int MAX_FAILURES = 100;

    static ScheduleStatistics none() {
        Map<SimulatedFault, Long> faults = new EnumMap<>(SimulatedFault.class);
        for (SimulatedFault fault : SimulatedFault.values()) {
            faults.put(fault, 0L);
        }
        return new ScheduleStatistics(
                0, 0, Long.MAX_VALUE, Integer.MAX_VALUE, 0, 0, 0, 0, 0, 0, faults, Map.of(), List.of());
    }

    ScheduleStatistics plus(ScheduleResult result) {
        Map<SimulatedFault, Long> allFaults = new EnumMap<>(faults);
        result.faults().forEach((fault, count) -> allFaults.merge(fault, (long) count, Long::sum));
        Map<Integer, Long> allSizes = new TreeMap<>(sizes);
        allSizes.merge(result.members(), 1L, Long::sum);
        List<ScheduleResult> allFailures = new ArrayList<>(failures);
        if (!result.passed() && failures.size() < MAX_FAILURES) {
            allFailures.add(result);
        }
        return new ScheduleStatistics(
                schedules + 1,
                events + result.events(),
                keptDisks(result) ? Math.min(fewestEvents, result.events()) : fewestEvents,
                result.passed() ? Math.min(fewestKinds, result.faults().size()) : fewestKinds,
                tenures + result.tenures(),
                Math.max(highestTerm, result.highestTerm()),
                interruptedBatches + result.interruptedBatches(),
                refusedFolders + result.refusedFolders(),
                openedStreams + result.openedStreams(),
                rejectedStreams + result.rejectedStreams(),
                allFaults,
                allSizes,
                allFailures);
    }

    /** Returns whether the group could go on to the end: without a majority of the disks little happens. */
    private static boolean keptDisks(ScheduleResult result) {
        return result.passed()
                && result.refusedFolders() == 0
                && !result.faults().containsKey(SimulatedFault.WIPED_DISK);
    }

    /** Returns the figures as lines for a terminal. */
    public String report() {
        StringBuilder text = new StringBuilder();
        text.append(String.format(
                Locale.ROOT,
                "%,d schedules, %,d events (fewest %,d), %,d tenures, highest term %,d%n",
                schedules,
                events,
                fewestEvents,
                tenures,
                highestTerm));
        text.append("members:");
        sizes.forEach((size, count) -> text.append(String.format(Locale.ROOT, " %d:%,d", size, count)));
        text.append(String.format(Locale.ROOT, "%nfaults:"));
        faults.forEach((fault, count) -> text.append(String.format(Locale.ROOT, " %s:%,d", fault, count)));
        return text.append(String.format(
                        Locale.ROOT,
                        "%ninterrupted writes of several votes: %,d; refused state directories: %,d%n"
                                + "authenticated ends of streams: %,d; rejected ones: %,d%n",
                        interruptedBatches,
                        refusedFolders,
                        openedStreams,
                        rejectedStreams))
                .toString();
    }
}
