package dev.baton.testkit.quorum;

/** Something that must never happen has happened in a simulation. */
public final class SafetyViolation extends RuntimeException {
    private static final long serialVersionUID = 1;

    SafetyViolation(String what) {
        super(what, null, false, false);
    }
}
