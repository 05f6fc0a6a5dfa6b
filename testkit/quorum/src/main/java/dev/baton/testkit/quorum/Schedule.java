package dev.baton.testkit.quorum;

import dev.baton.quorum.step.QuorumTiming;
import java.util.List;

/**
 * Everything a seed decides in advance.
 *
 * @param members how many found the group
 * @param spares how many more run and may be added
 * @param elections how many contests the group holds
 * @param fastest shortest time a message takes, in nanoseconds
 * @param slowest longest, while nothing is wrong
 * @param tellsDeaths whether a crash is noticed by its peers' connections
 * @param calmAt when all faults have ended
 */
record Schedule(
        long seed,
        int members,
        int spares,
        int elections,
        QuorumTiming settings,
        long fastest,
        long slowest,
        boolean tellsDeaths,
        List<ScheduledFault> strikes,
        long calmAt,
        long endsAt) {
    int nodes() {
        return members + spares;
    }

    Schedule with(List<ScheduledFault> fewer) {
        return new Schedule(
                seed, members, spares, elections, settings, fastest, slowest, tellsDeaths, fewer, calmAt, endsAt);
    }
}
