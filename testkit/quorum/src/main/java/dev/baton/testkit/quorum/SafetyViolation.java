package dev.baton.testkit.quorum;

/** A simulation violated a guarantee of the protocol. */
public final class SafetyViolation extends RuntimeException {
    private static final long serialVersionUID = 1;

    SafetyViolation(String message) {
        super(message, null, false, false);
    }
}
