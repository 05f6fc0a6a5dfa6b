package dev.baton.reconcile;

import java.util.Locale;

/** The phase of a resource. */
public enum ResourcePhase {
    /** Requested, and not yet ready. */
    PROVISIONING,
    /** Was ready. */
    READY,
    /** Failed permanently before it was ready. */
    ERROR,
    /** Being deleted. */
    DELETING,
    /** Deleted; the record is removed later. */
    DELETED;

    /** Returns the lower-case name used in records. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    static ResourcePhase of(String code) {
        return valueOf(code.toUpperCase(Locale.ROOT));
    }
}
