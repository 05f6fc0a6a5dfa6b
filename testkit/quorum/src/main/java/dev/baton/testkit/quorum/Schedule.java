package dev.baton.testkit.quorum;

import dev.baton.quorum.step.QuorumTiming;
import java.util.List;

/**
 * A simulation as generated from a seed.
 *
 * @param members number of founding members
 * @param spares number of further nodes that may be added as members
 * @param elections number of elections
 * @param fastest minimum latency of a message in nanoseconds
 * @param slowest maximum latency without a fault
 * @param reportsCrashes whether peers detect a crash through their connections
 * @param faultsEndAt time at which all faults have ended
 */
record Schedule(
        long seed,
        int members,
        int spares,
        int elections,
        QuorumTiming settings,
        long fastest,
        long slowest,
        boolean reportsCrashes,
        List<ScheduledFault> faults,
        long faultsEndAt,
        long endsAt) {
    int nodes() {
        return members + spares;
    }

    Schedule with(List<ScheduledFault> fewer) {
        return new Schedule(
                seed,
                members,
                spares,
                elections,
                settings,
                fastest,
                slowest,
                reportsCrashes,
                fewer,
                faultsEndAt,
                endsAt);
    }
}
