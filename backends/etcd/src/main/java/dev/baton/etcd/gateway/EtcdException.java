package dev.baton.etcd.gateway;

import dev.baton.ConnectionException;

/** A request that etcd refused, or that got no answer: then it may have been applied. */
public final class EtcdException extends ConnectionException {
    private static final int NOT_FOUND = 5;
    private static final int PERMISSION_DENIED = 7;
    private static final int UNAUTHENTICATED = 16;

    private final int code;

    /** @param code the gRPC code of a refusal; 0 if there was no answer */
    public EtcdException(String message, int code) {
        super(message);
        this.code = code;
    }

    EtcdException(String message, Throwable cause) {
        super(message, cause);
        this.code = 0;
    }

    /** Returns whether the lease of the request does not exist: nothing was applied. */
    public boolean isLeaseGone() {
        return code == NOT_FOUND && String.valueOf(getMessage()).contains("lease not found");
    }

    /** Returns whether the user may not do this. */
    public boolean isPermissionDenied() {
        return code == PERMISSION_DENIED || String.valueOf(getMessage()).contains("permission denied");
    }

    /** Returns whether a new login may help. */
    boolean isLoginOutdated() {
        String text = String.valueOf(getMessage());
        return code == UNAUTHENTICATED || text.contains("invalid auth token") || text.contains("revision in header");
    }

    /** Returns whether etcd answered, so that nothing was applied. */
    public boolean isRefusal() {
        return code != 0;
    }
}
