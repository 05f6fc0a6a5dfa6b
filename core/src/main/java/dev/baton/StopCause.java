package dev.baton;

import java.util.Locale;

/**
 * The reason why a candidate stopped.
 *
 * <pre>{@code
 * candidate.onStopped(stopped -> exit(stopped.cause() == StopCause.REQUESTED ? 0 : 1));
 * }</pre>
 */
public enum StopCause {
    /** The application stopped it. */
    REQUESTED,
    /** Its tenure ended, and {@code autoReacquire} is off. */
    NOT_REACQUIRING,
    /** The store could not be reached, and {@code autoReacquire} is off. */
    STORE_FAILED,
    /** Its retry strategy gave up. */
    GAVE_UP,
    /** An internal error. */
    RUNTIME_FAILED;

    /** Returns the lower-case name used in JSON, logs and metrics. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
