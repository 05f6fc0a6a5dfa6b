package dev.baton.zookeeper;

import dev.baton.ConnectionException;
import org.apache.zookeeper.KeeperException.Code;

/** A request that ZooKeeper refused, or that got no answer: then it may have been applied. */
final class ZkException extends ConnectionException {
    private final Code code;

    ZkException(String message, Code code) {
        super(message);
        this.code = code;
    }

    Code code() {
        return code;
    }

    /** Returns whether the nodes are not as the request expected: nothing was applied. */
    boolean isConflict() {
        return switch (code) {
            case NONODE, NODEEXISTS, BADVERSION, NOTEMPTY -> true;
            default -> false;
        };
    }

    /** Returns whether the session of this process has ended: nothing was applied. */
    boolean isSessionGone() {
        return code == Code.SESSIONEXPIRED;
    }

    /** Returns whether ZooKeeper answered, so that nothing was applied. */
    boolean isRefusal() {
        return isConflict() || isSessionGone() || isPermissionDenied() || code == Code.INVALIDACL;
    }

    boolean isPermissionDenied() {
        return code == Code.NOAUTH || code == Code.AUTHFAILED;
    }
}
