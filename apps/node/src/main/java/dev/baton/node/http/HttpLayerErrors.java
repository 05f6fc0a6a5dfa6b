package dev.baton.node.http;

import dev.baton.support.json.Json;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/** What is said about a request that is no HTTP, or too strange to reach a route. */
final class HttpLayerErrors extends ErrorHandler {

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        String code = response.getStatus() < 500 ? "BAD_REQUEST" : "INTERNAL";
        String text = Json.write(ApiException.body(code, "this request cannot be read"));
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
        response.write(true, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), callback);
        return true;
    }
}
