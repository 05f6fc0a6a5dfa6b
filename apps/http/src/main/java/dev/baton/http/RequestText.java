package dev.baton.http;

import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** The body of a request as text. A {@link BodyLoader} has read and limited it before. */
public final class RequestText {

    private RequestText() {}

    /**
     * Returns the body.
     *
     * @throws ApiException if it is not UTF-8 (400)
     */
    public static String of(Context ctx) {
        try (InputStream in = ctx.bodyInputStream()) {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(in.readAllBytes()))
                    .toString();
        } catch (CharacterCodingException notUtf8) {
            throw ApiException.badRequest("the body is not UTF-8");
        } catch (IOException cut) {
            throw ApiException.badRequest("the connection ended before the body did");
        }
    }
}
