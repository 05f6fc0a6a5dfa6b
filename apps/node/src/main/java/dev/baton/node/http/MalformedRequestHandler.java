package dev.baton.node.http;

import dev.baton.http.JsonResponses;
import dev.baton.support.json.Json;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/** Answers requests that are not valid HTTP, so that no route receives them. */
final class MalformedRequestHandler extends ErrorHandler {

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        String code = response.getStatus() < 500 ? "BAD_REQUEST" : "INTERNAL";
        String text = Json.write(JsonResponses.error(code, "malformed HTTP request"));
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
        response.write(true, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), callback);
        return true;
    }
}
