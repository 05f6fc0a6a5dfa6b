package dev.baton;

import java.util.Locale;

/**
 * The reason why a tenure ended.
 *
 * <p>A leader that was killed reports nothing: its successor writes the reason to the store's history, and that depends on
 * the store. {@code file:} records {@link #SESSION_CLOSED}, or {@link #EXPIRED} if the record was stale first; {@code postgres:}
 * records {@link #SESSION_CLOSED}; {@code lease:}, {@code etcd:}, {@code zookeeper:} and {@code kubernetes:} record {@link
 * #TAKEN_OVER}; {@code quorum:} and {@code mqtt:} record neither
 * an end nor a reason.
 *
 * <pre>{@code
 * candidate.onLost(lost -> metrics.count("lost", lost.reason().code()));
 * }</pre>
 */
public enum EndReason {
    /** The store records another claim: another candidate acquired it, or the record was replaced. */
    TAKEN_OVER,
    /** Renewals failed until the validity ended. */
    UNREACHABLE,
    /** The validity ended without a failed renewal: the process or the machine was frozen. */
    EXPIRED,
    /** What held the claim ended: the database session, the process, the connection to the store, or the quorum membership. */
    SESSION_CLOSED,
    /** The health check failed. A release. */
    UNHEALTHY,
    /** Leadership was transferred to a named instance. A release. */
    TRANSFERRED,
    /** The candidate stepped down. A release. */
    RESIGNED,
    /** The candidate was stopped. A release. */
    SHUT_DOWN,
    /** The work of the leader threw an exception. A release. */
    WORK_FAILED;

    /** Returns the lower-case name used in JSON, logs and metrics. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
