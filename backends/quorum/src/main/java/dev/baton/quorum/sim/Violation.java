package dev.baton.quorum.sim;

/** Something that must never happen has happened in a simulation. */
public final class Violation extends RuntimeException {
    private static final long serialVersionUID = 1;

    Violation(String what) {
        super(what, null, false, false);
    }
}
