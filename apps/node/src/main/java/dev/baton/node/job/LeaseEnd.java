package dev.baton.node.job;

import java.util.Locale;

/** How a lease ended. */
public enum LeaseEnd {
    /** With a result: done. */
    SUCCEEDED,
    /** With a result: failed. */
    FAILED,
    /** It ran out. */
    LAPSED,
    /** Its job was called off. */
    CANCELLED,
    /** Its agent was deleted, or is known to be gone. */
    REVOKED;

    /** Its name in the database. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The end of that name. */
    public static LeaseEnd of(String code) {
        return valueOf(code.toUpperCase(Locale.ROOT));
    }
}
