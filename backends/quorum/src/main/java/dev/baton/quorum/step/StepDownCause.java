package dev.baton.quorum.step;

/** The reason why a member no longer leads. */
public enum StepDownCause {
    /** It gave up leadership on request. */
    RESIGNED,
    /** The lease expired without acknowledgements of a majority. */
    QUORUM_LOST,
    /** It won the vote, but a majority never acknowledged a heartbeat. */
    NEVER_ACTIVE,
    /** Another member leads, or campaigns in, a higher term. */
    HIGHER_TERM,
    /** It was removed from the group. */
    REMOVED
}
