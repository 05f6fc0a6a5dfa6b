package dev.baton.testkit.quorum;

/** How much of a simulated member is production code. */
public enum SimulationLevel {
    /** The rules of the protocol and the state directory. The fastest. */
    PROTOCOL,
    /** The whole member: also its turns, its candidates, its connections, its introductions and its evidence. */
    MEMBER
}
