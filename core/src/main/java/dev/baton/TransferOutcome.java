package dev.baton;

/**
 * The result of a transfer request.
 *
 * <pre>{@code
 * if (election.transferTo("replica-2") == TransferOutcome.UNKNOWN_TARGET) {
 *     throw new IllegalArgumentException("replica-2 is not on the roster");
 * }
 * }</pre>
 */
public enum TransferOutcome {
    /** The request was sent. If the leader accepts it, the change of leader follows as an event. */
    SENT,
    /** No live instance with that id is on the roster or in this process; nothing was sent. */
    UNKNOWN_TARGET
}
