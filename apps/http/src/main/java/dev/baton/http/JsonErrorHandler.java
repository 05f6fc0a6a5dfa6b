package dev.baton.http;

import dev.baton.support.json.Json;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/** Answers requests that no route receives: they are not valid HTTP, or their body was refused. */
public final class JsonErrorHandler extends ErrorHandler {
    /** The attribute of a request with the message for the client. Messages of Jetty can repeat parts of the request. */
    static final String MESSAGE = JsonErrorHandler.class.getName() + ".message";

    private final Supplier<Map<String, String>> headers;

    /** @param headers the headers of every response */
    public JsonErrorHandler(Supplier<Map<String, String>> headers) {
        this.headers = headers;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        headers.get().forEach(response.getHeaders()::put);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
        // Jetty ends the connection after most of these requests, but does not announce it.
        response.getHeaders().put(HttpHeader.CONNECTION, "close");
        String message = request.getAttribute(MESSAGE) instanceof String text ? text : "malformed HTTP request";
        String body = Json.write(JsonResponses.error(JsonResponses.codeOf(response.getStatus()), message));
        response.write(true, ByteBuffer.wrap(body.getBytes(StandardCharsets.UTF_8)), callback);
        return true;
    }
}
