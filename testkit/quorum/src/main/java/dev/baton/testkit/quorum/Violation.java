package dev.baton.testkit.quorum;

/** Something that must never happen has happened in a simulation. */
public final class Violation extends RuntimeException {
    private static final long serialVersionUID = 1;

    Violation(String what) {
        super(what, null, false, false);
    }
}
