package dev.baton.node.http;

import dev.baton.node.control.NodeRoleReport;
import dev.baton.node.control.WriteResult;
import io.javalin.http.Context;

/** The headers of every response: node, role and leader_epoch. */
final class NodeHeaders {

    private NodeHeaders() {}

    static void set(Context ctx, NodeRoleReport report) {
        ctx.header("Baton-Node", report.nodeId());
        ctx.header("Baton-Role", report.role().name());
        ctx.header("Baton-Epoch", Long.toString(report.leaderEpoch().orElse(0L)));
    }

    /** Returns the value and sets the epoch of its transaction; this node may have begun another term since. */
    static <T> T value(Context ctx, WriteResult<T> written) {
        ctx.header("Baton-Epoch", Long.toString(written.leaderEpoch()));
        return written.value();
    }
}
