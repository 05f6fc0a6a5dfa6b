package dev.baton.examples.harness;

/** The response of the relay to an event or an action. */
enum RelayVerdict {
    ACCEPTED,
    /** A later tenure has acted; the sender is a former leader. */
    STALE_EPOCH,
    /** The action has epoch 0: its leadership is unconfirmed, so another instance may lead. */
    UNCONFIRMED,
    /** The event was already answered. */
    ALREADY_ANSWERED,
    /** The event was already acknowledged. */
    ALREADY_ACKNOWLEDGED,
    /** An event with this id already exists. */
    ALREADY_POSTED,
    /** No event with this id exists. */
    UNKNOWN_EVENT
}
