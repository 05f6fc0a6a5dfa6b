package dev.baton.quorum.step;

/** A safety assertion of the protocol that does not hold: the node has to stop, and must not be believed. */
public final class ProtocolViolation extends IllegalStateException {
    private static final long serialVersionUID = 1;

    ProtocolViolation(String what, ElectionState before, ElectionState after) {
        super("quorum protocol violated, this node has to stop: " + what + "; before: " + before + "; after: " + after);
    }
}
