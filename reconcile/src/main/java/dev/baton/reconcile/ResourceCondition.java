package dev.baton.reconcile;

/** What a driver says of a resource that exists. */
public enum ResourceCondition {
    /** Not ready, and not failed either. */
    PENDING,
    /** Ready=True. */
    READY,
    /** Failed, and will not recover. */
    FAILED,
    /** Being deleted. */
    DELETING
}
