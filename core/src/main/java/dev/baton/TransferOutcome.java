package dev.baton;

/** The answer to a wish that a named instance should lead. */
public enum TransferOutcome {
    /** The wish is on its way; the change of leader, if it comes, is seen in the events. */
    SENT,
    /** No live candidate of that name is on the roster; nothing was done. */
    UNKNOWN_TARGET
}
