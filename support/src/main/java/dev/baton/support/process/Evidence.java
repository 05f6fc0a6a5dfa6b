package dev.baton.support.process;

/**
 * The answer to "has this process ended?".
 *
 * <p>There is deliberately no method that turns {@link #UNKNOWN} into a boolean: use {@link #isProof} to shorten a
 * wait, or an exhaustive {@code switch}.
 */
public enum Evidence {
    /** Proof: the process has ended and cannot act any more. */
    YES,
    /** The process exists. */
    NO,
    /** Nothing is proven. Only time, or the store's own rule, decides. */
    UNKNOWN;

    /** Returns whether the end of the process is proven. */
    public boolean isProof() {
        return this == YES;
    }
}
