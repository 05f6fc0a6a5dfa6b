package dev.baton.node.http;

import dev.baton.http.ApiException;
import dev.baton.http.RequestBytes;
import dev.baton.node.control.Admission;
import dev.baton.node.control.Controller;
import dev.baton.node.control.NodeRole;
import dev.baton.node.control.NodeRoleReport;
import dev.baton.node.control.WriteRefusal;
import io.javalin.http.Context;
import java.util.Optional;
import java.util.Set;

/**
 * A write that this node accepts.
 *
 * @param expectedEpoch the leader_epoch that the client expects, if it sent one
 */
record WriteRequest(RequestBody body, Optional<Long> expectedEpoch) {
    private static final int LARGEST_BODY = 1 << 20;

    /** Refuses first a body that is too large, then a write on a node that does not lead, then a malformed body. */
    static WriteRequest of(Context ctx, Controller controller, Admission admission, Set<String> fields) {
        byte[] bytes = RequestBytes.read(ctx, LARGEST_BODY);
        NodeRoleReport report = controller.roleReport();
        controller.check(admission, Optional.empty());
        if (report.role() == NodeRole.STANDBY) {
            throw WriteRefusal.notLeader();
        }
        NodeHeaders.set(ctx, report);
        RequestBody body = RequestBody.parse(RequestBytes.text(bytes), fields);
        Optional<Long> inBody = body.optionalWhole("leader_epoch", 0, Long.MAX_VALUE);
        Optional<Long> inHeader = Optional.ofNullable(ctx.header("Baton-Epoch")).map(WriteRequest::epoch);
        if (inBody.isPresent() && inHeader.isPresent() && !inBody.equals(inHeader)) {
            throw ApiException.badRequest("leader_epoch and the header Baton-Epoch differ");
        }
        return new WriteRequest(body, inBody.or(() -> inHeader));
    }

    private static Long epoch(String header) {
        try {
            long epoch = Long.parseLong(header.strip());
            if (epoch >= 0) {
                return epoch;
            }
        } catch (NumberFormatException notANumber) {
            // Same error as a negative number.
        }
        throw ApiException.badRequest("the header Baton-Epoch must be a whole number");
    }
}
