package dev.baton.reconcile;

/** The condition of a resource that exists, as the driver reports it. */
public enum ResourceCondition {
    /** Neither ready nor failed. */
    PENDING,
    /** Ready=True. */
    READY,
    /** Failed permanently. */
    FAILED,
    /** Being deleted. */
    DELETING
}
