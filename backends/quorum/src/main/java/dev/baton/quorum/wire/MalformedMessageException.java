package dev.baton.quorum.wire;

/** Thrown for received bytes that no member writes, or that are not authentic. The message goes to the log. */
public final class MalformedMessageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MalformedMessageException(String message) {
        super(message, null, false, false);
    }

    /** Throws this exception unless the condition holds. */
    public static void require(boolean holds, String problem) {
        if (!holds) {
            throw new MalformedMessageException(problem);
        }
    }
}
