package dev.baton.testkit.quorum;

import java.util.List;

/**
 * A simulation as generated from a seed.
 *
 * @param level how much of a member is production code
 * @param group the founding members
 * @param spares number of further nodes that may be added as members
 * @param elections number of elections
 * @param streams whether connections are streams of bytes with a handshake; otherwise they carry whole messages
 * @param oneMachine whether the members share a kernel, which proves to each that the process of another has ended
 * @param faultsEndAt time at which all faults have ended
 */
record Schedule(
        long seed,
        SimulationLevel level,
        SimulatedGroup group,
        int spares,
        int elections,
        boolean oneMachine,
        boolean streams,
        List<ScheduledFault> faults,
        long faultsEndAt,
        long endsAt) {
    int nodes() {
        return group.members() + spares;
    }

    boolean has(SimulatedFault kind) {
        return faults.stream().anyMatch(fault -> fault.kind() == kind);
    }

    Schedule with(List<ScheduledFault> fewer) {
        return new Schedule(seed, level, group, spares, elections, oneMachine, streams, fewer, faultsEndAt, endsAt);
    }
}
