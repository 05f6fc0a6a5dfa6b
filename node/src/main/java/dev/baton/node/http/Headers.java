package dev.baton.node.http;

import dev.baton.node.control.Standing;
import io.javalin.http.Context;

/** The headers of every response: who answers, as what, and in which term. */
final class Headers {

    private Headers() {}

    static void put(Context ctx, Standing standing) {
        ctx.header("Baton-Node", standing.nodeId());
        ctx.header("Baton-Role", standing.role().name());
        ctx.header("Baton-Epoch", Long.toString(standing.leaderEpoch().orElse(0L)));
    }
}
