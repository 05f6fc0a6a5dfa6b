package dev.baton.reconcile;

import java.util.Locale;
import java.util.stream.Stream;

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
    DELETED,
    /**
     * A phase of a later version of this program. This version does not know what it means, so it keeps it as it was written
     * and leaves the record alone, until a deletion is requested here.
     */
    UNKNOWN;

    /** Returns the lower-case name used in records. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    static ResourcePhase of(String code) {
        return Stream.of(values())
                .filter(phase -> phase.code().equalsIgnoreCase(code))
                .findFirst()
                .orElse(UNKNOWN);
    }
}
