package dev.baton.node.http;

import dev.baton.node.control.Controller;
import dev.baton.node.control.Controller.Admission;
import dev.baton.node.control.NodeRole;
import dev.baton.node.control.NodeRoleReport;
import dev.baton.node.control.WriteRefusal;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;

/**
 * A write that reached its node: its body, and the leader_epoch it believes in.
 *
 * @param believed empty when the writer does not say
 */
record WriteRequest(RequestBody body, Optional<Long> believed) {
    private static final int LONGEST_BODY = 1 << 20;
    private static final int MOST_PASSED_OVER = 16 << 20;

    /** Refuses what is too large, then a node that does not lead, then a body that is no good. */
    static WriteRequest of(Context ctx, Controller controller, Admission admission, Set<String> known) {
        byte[] bytes = bytes(ctx);
        NodeRoleReport standing = controller.standing();
        controller.admit(admission, Optional.empty());
        if (standing.role() == NodeRole.STANDBY) {
            throw new WriteRefusal.NotLeader();
        }
        NodeHeaders.put(ctx, standing);
        RequestBody body = RequestBody.parse(text(bytes), known);
        Optional<Long> inBody = body.optionalWhole("leader_epoch", 0, Long.MAX_VALUE);
        Optional<Long> inHeader = header(ctx);
        if (inBody.isPresent() && inHeader.isPresent() && !inBody.equals(inHeader)) {
            throw ApiException.badRequest("leader_epoch and the header Baton-Epoch differ");
        }
        return new WriteRequest(body, inBody.or(() -> inHeader));
    }

    private static Optional<Long> header(Context ctx) {
        String text = ctx.header("Baton-Epoch");
        if (text == null) {
            return Optional.empty();
        }
        try {
            long epoch = Long.parseLong(text.strip());
            if (epoch >= 0) {
                return Optional.of(epoch);
            }
        } catch (NumberFormatException notANumber) {
            // The same is wrong with it.
        }
        throw ApiException.badRequest("the header Baton-Epoch has to be a whole number");
    }

    private static byte[] bytes(Context ctx) {
        boolean announced = ctx.req().getContentLengthLong() > LONGEST_BODY;
        try (InputStream in = ctx.bodyInputStream()) {
            byte[] bytes = announced ? new byte[0] : in.readNBytes(LONGEST_BODY + 1);
            if (announced || bytes.length > LONGEST_BODY) {
                passOver(in);
                throw tooLarge();
            }
            return bytes;
        } catch (IOException cut) {
            throw ApiException.badRequest("the body ended too early");
        }
    }

    /** Whoever is cut off while it still writes does not hear why; but there is an end to politeness. */
    private static void passOver(InputStream in) throws IOException {
        byte[] buffer = new byte[1 << 14];
        int passed = 0;
        for (int n = in.read(buffer); n >= 0 && passed < MOST_PASSED_OVER; n = in.read(buffer)) {
            passed += n;
        }
    }

    private static ApiException tooLarge() {
        return ApiException.of(413, "TOO_LARGE", "a body may have " + LONGEST_BODY + " bytes at most");
    }

    private static String text(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException notUtf8) {
            throw ApiException.badRequest("the body is not UTF-8");
        }
    }
}
