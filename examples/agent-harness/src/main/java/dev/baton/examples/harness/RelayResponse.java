package dev.baton.examples.harness;

/** What the relay says to what it was sent. */
enum RelayResponse {
    ACCEPTED,
    /** A later reign has acted: this one is over. */
    STALE_EPOCH,
    /** The reign has no epoch: nobody can tell whether another leads beside it. */
    UNCONFIRMED,
    /** Somebody answered this event before. */
    ALREADY_ANSWERED,
    /** Somebody acknowledged this event before. */
    ALREADY_ACKNOWLEDGED,
    /** The relay has an event with this id. */
    ALREADY_POSTED,
    /** The relay has no event with this id. */
    UNKNOWN_EVENT
}
