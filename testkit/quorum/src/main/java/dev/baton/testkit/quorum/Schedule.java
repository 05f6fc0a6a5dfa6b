package dev.baton.testkit.quorum;

import java.util.List;

/**
 * A simulation as generated from a seed.
 *
 * @param group the founding members
 * @param spares number of further nodes that may be added as members
 * @param elections number of elections
 * @param reportsCrashes whether peers detect a crash through their connections
 * @param faultsEndAt time at which all faults have ended
 */
record Schedule(
        long seed,
        SimulatedGroup group,
        int spares,
        int elections,
        boolean reportsCrashes,
        List<ScheduledFault> faults,
        long faultsEndAt,
        long endsAt) {
    int nodes() {
        return group.members() + spares;
    }

    Schedule with(List<ScheduledFault> fewer) {
        return new Schedule(seed, group, spares, elections, reportsCrashes, fewer, faultsEndAt, endsAt);
    }
}
