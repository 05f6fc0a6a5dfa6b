package dev.baton.machine;

import java.util.Locale;

/** Why a reign ended. */
public enum EndReason {
    /** Somebody else holds the claim. */
    TAKEN_OVER,
    /** The store could not be asked in time. */
    UNREACHABLE,
    /** The validity ran out here without a failed renewal: the process or machine stood still. */
    EXPIRED,
    /** The session that held the claim is gone. */
    SESSION_CLOSED,
    /** The candidate reported itself unhealthy. */
    UNHEALTHY,
    /** Handed over to a named successor. */
    TRANSFERRED,
    /** Stepped down by choice. */
    RESIGNED,
    /** The candidate was stopped. */
    SHUT_DOWN;

    /** The word that scripts see, in lower case. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether the claim might still be ours, so that a grace period makes sense. */
    boolean mayRecover() {
        return this == UNREACHABLE || this == EXPIRED || this == SESSION_CLOSED;
    }
}
