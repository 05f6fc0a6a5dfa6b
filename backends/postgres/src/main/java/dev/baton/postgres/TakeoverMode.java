package dev.baton.postgres;

/** How a successor treats a predecessor whose session ended without a release. */
public enum TakeoverMode {
    /** Leads immediately, with a higher epoch. Fences refuse late writes of the predecessor. */
    FENCED,
    /** Waits until the predecessor's validity has passed. */
    EXCLUSIVE
}
