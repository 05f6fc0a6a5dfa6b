package dev.baton;

import java.util.Locale;

/**
 * The state of a candidate; the same six on every backend.
 *
 * <pre>{@code
 * if (candidate.state() == CandidateState.RECONNECTING) {
 *     status.warn("contact with the store lost");
 * }
 * }</pre>
 */
public enum CandidateState {
    /** Not participating: the initial and the final state. */
    STOPPED,
    /** Standby: waiting for the next attempt to acquire. */
    FOLLOWER,
    /** An attempt to acquire is in progress. */
    ACQUIRING,
    /** The store confirmed the claim, and the candidate renews it. */
    LEADER,
    /** Contact was lost within the grace period; the leadership is invalid until the claim is confirmed again. */
    RECONNECTING,
    /** The leadership ended by choice: its work stops, then the claim is released. */
    RELEASING;

    /** Returns the lower-case name used in JSON, logs and metrics. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
