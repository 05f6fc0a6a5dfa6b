package dev.baton.quorum.step;

/** A safety assertion of the protocol failed. The node must stop, and its state must not be trusted. */
public final class ProtocolViolation extends IllegalStateException {
    private static final long serialVersionUID = 1;

    ProtocolViolation(String violation, ElectionState before, ElectionState after) {
        super("quorum protocol violated, this node must stop: " + violation + "; before: " + before + "; after: "
                + after);
    }
}
