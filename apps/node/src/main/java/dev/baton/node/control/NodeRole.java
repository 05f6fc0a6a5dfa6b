package dev.baton.node.control;

/** The role of a node. */
public enum NodeRole {
    /** Accepts writes. */
    LEADER,
    /** Serves reads. */
    STANDBY,
    /** About to step down: refuses new jobs and leases, accepts the results of its term. */
    DRAINING
}
