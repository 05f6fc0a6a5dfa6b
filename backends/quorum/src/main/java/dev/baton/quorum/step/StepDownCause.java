package dev.baton.quorum.step;

/** Why a member no longer leads. */
public enum StepDownCause {
    /** It gave the lead back. */
    RESIGNED,
    /** A majority was silent until the lease ran out. */
    QUORUM_LOST,
    /** It won, but a majority never acknowledged it. */
    NEVER_ACTIVE,
    /** Somebody leads, or campaigns in, a higher term. */
    HIGHER_TERM,
    /** It is no longer a member. */
    REMOVED
}
