package dev.baton.node.proof;

/** A condition that did not hold in time: on a busy machine that proves nothing, so the build may repeat the test. */
final class NotInTimeError extends AssertionError {
    private static final long serialVersionUID = 1L;

    NotInTimeError(String message, Throwable cause) {
        super(message, cause);
    }
}
