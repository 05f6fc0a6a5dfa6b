package dev.baton.kubernetes.api;

import dev.baton.ConnectionException;

/** A request that the API server refused, or that got no answer: then it may have been applied. */
public final class KubeException extends ConnectionException {
    private final int code;

    /** @param code the HTTP status of the answer; 0 if there was none */
    public KubeException(String message, int code) {
        super(message);
        this.code = code;
    }

    KubeException(String message, Throwable cause) {
        super(message, cause);
        this.code = 0;
    }

    /** Returns whether the server answered that it applied nothing. A failure inside the server leaves that open. */
    public boolean isRefusal() {
        return code >= 400 && code < 500;
    }

    /** Returns whether the object has changed since it was read, exists already, or does not exist any more. */
    public boolean isConflict() {
        return code == 409 || code == 404;
    }

    /** Returns whether the object does not exist. */
    public boolean isAbsent() {
        return code == 404;
    }

    /** Returns whether the user lacks a permission. */
    public boolean isForbidden() {
        return code == 403;
    }
}
