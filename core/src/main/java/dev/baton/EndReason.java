package dev.baton;

import java.util.Locale;

/**
 * The reason why a tenure ended.
 *
 * <pre>{@code
 * candidate.onLost(lost -> metrics.count("lost", lost.reason().code()));
 * }</pre>
 */
public enum EndReason {
    /** Another candidate holds the claim. */
    TAKEN_OVER,
    /** The store could not be reached in time. */
    UNREACHABLE,
    /** The validity ended without a failed renewal: the process or the machine was frozen. */
    EXPIRED,
    /** The session that held the claim ended. */
    SESSION_CLOSED,
    /** The health check failed. */
    UNHEALTHY,
    /** Leadership was transferred to a named instance. */
    TRANSFERRED,
    /** The candidate stepped down. */
    RESIGNED,
    /** The candidate was stopped. */
    SHUT_DOWN;

    /** Returns the lower-case name used in JSON, logs and metrics. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
