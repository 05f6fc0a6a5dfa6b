package dev.baton.node.http;

import dev.baton.node.control.NodeRoleReport;
import dev.baton.node.control.WriteResult;
import io.javalin.http.Context;

/** The headers of every response: who answers, as what, and in which term. */
final class NodeHeaders {

    private NodeHeaders() {}

    static void put(Context ctx, NodeRoleReport standing) {
        ctx.header("Baton-Node", standing.nodeId());
        ctx.header("Baton-Role", standing.role().name());
        ctx.header("Baton-Epoch", Long.toString(standing.leaderEpoch().orElse(0L)));
    }

    /** The epoch of the transaction that the answer tells of; this node may have begun another term meanwhile. */
    static <T> T stamp(Context ctx, WriteResult<T> written) {
        ctx.header("Baton-Epoch", Long.toString(written.leaderEpoch()));
        return written.value();
    }
}
