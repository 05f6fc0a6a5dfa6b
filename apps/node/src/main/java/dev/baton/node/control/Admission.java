package dev.baton.node.control;

/** The roles in which a node accepts a write. */
public enum Admission {
    /** Only while leading. */
    LEADER_ONLY,
    /** While leading or draining. */
    LEADER_OR_DRAINING
}
