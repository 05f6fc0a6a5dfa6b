package dev.baton.node.control;

/** What a node is. */
public enum NodeRole {
    /** It takes writes. */
    LEADER,
    /** It serves reads. */
    STANDBY,
    /** It gives its leadership up: no new jobs and leases, results of its term are taken. */
    DRAINING
}
