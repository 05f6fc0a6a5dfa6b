package dev.baton.quorum.wire;

/** Bytes that no member could have written; whoever sent them is not listened to. */
public final class MalformedMessageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MalformedMessageException(String what) {
        super(what, null, false, false);
    }
}
