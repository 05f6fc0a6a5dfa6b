package dev.baton.node.http;

import dev.baton.http.ApiException;
import dev.baton.http.QueryParameters;
import dev.baton.http.RequestText;
import dev.baton.node.control.Admission;
import dev.baton.node.control.Controller;
import dev.baton.node.control.NodeRole;
import dev.baton.node.control.NodeRoleReport;
import dev.baton.node.control.WriteRefusal;
import dev.baton.node.control.WriteResult;
import io.javalin.http.Context;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A write that this node accepts.
 *
 * @param expectedEpoch the leader_epoch that the client expects, if it sent one
 */
record WriteRequest(Context ctx, RequestBody body, Optional<Long> expectedEpoch) {
    /** Refuses first a write on a node that does not lead, then a malformed body. */
    static WriteRequest of(Context ctx, Controller controller, Admission admission, Set<String> fields) {
        return of(ctx, controller, admission, () -> RequestBody.parse(RequestText.of(ctx), fields));
    }

    static WriteRequest of(Context ctx, Controller controller, Admission admission, Supplier<RequestBody> parsed) {
        NodeRoleReport report = controller.roleReport();
        controller.admit(admission, Optional.empty());
        if (report.role() == NodeRole.STANDBY) {
            throw WriteRefusal.notLeader(admission);
        }
        NodeHttpServer.setHeaders(ctx, report);
        QueryParameters.none(ctx);
        RequestBody body = parsed.get();
        Optional<Long> inBody = body.optionalWhole("leader_epoch", 0, Long.MAX_VALUE);
        String wrong = "the header Baton-Epoch must be a whole number";
        Optional<Long> inHeader = SingleHeader.of(ctx, "Baton-Epoch")
                .map(epoch -> RequestBody.number(epoch.strip(), 0, Long.MAX_VALUE, wrong));
        if (inBody.isPresent() && inHeader.isPresent() && !inBody.equals(inHeader)) {
            throw ApiException.badRequest("leader_epoch and the header Baton-Epoch differ");
        }
        return new WriteRequest(ctx, body, inBody.or(() -> inHeader));
    }

    /** Returns the value and sets the epoch of its transaction; this node may have begun another term since. */
    <T> T value(WriteResult<T> written) {
        ctx.header("Baton-Epoch", Long.toString(written.leaderEpoch()));
        return written.value();
    }
}
