package dev.baton.http;

import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Reads the body of a request up to a limit. */
public final class RequestBytes {
    /** A client that is disconnected while it sends does not read the response, so this much is read and discarded. */
    private static final int LARGEST_DISCARDED = 16 << 20;

    private RequestBytes() {}

    /**
     * Returns the body.
     *
     * @throws ApiException if it is larger than the limit (413), or if the connection ends before the body does (400)
     */
    public static byte[] read(Context ctx, int limit) {
        boolean announced = ctx.req().getContentLengthLong() > limit;
        try (InputStream in = ctx.bodyInputStream()) {
            byte[] bytes = announced ? new byte[0] : in.readNBytes(limit + 1);
            if (announced || bytes.length > limit) {
                discard(in);
                throw new ApiException(413, "TOO_LARGE", "the body is larger than " + limit + " bytes");
            }
            return bytes;
        } catch (IOException cut) {
            throw ApiException.badRequest("the connection ended before the body did");
        }
    }

    /**
     * Returns bytes as text.
     *
     * @throws ApiException if they are not UTF-8 (400)
     */
    public static String text(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException notUtf8) {
            throw ApiException.badRequest("the body is not UTF-8");
        }
    }

    private static void discard(InputStream in) throws IOException {
        byte[] buffer = new byte[1 << 14];
        int discarded = 0;
        for (int n = in.read(buffer); n >= 0 && discarded < LARGEST_DISCARDED; n = in.read(buffer)) {
            discarded += n;
        }
    }
}
