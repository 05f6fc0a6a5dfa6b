package dev.baton.reconcile;

/** A call of the driver or of the session check that has not ended after its patience, and goes on. */
final class SlowCallException extends Exception {
    private static final long serialVersionUID = 1;

    SlowCallException(String call) {
        super(call + " goes on");
    }
}
