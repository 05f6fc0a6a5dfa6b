package dev.baton.http;

import java.util.Locale;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Refuses requests for a WebSocket, of which these servers have none. Javalin would keep a session in memory for each, also
 * for one from another origin.
 */
final class NoWebSockets extends Handler.Wrapper {

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        boolean asked = request.getHeaders().getValuesList(HttpHeader.UPGRADE).stream()
                .anyMatch(value -> value.toLowerCase(Locale.ROOT).contains("websocket"));
        if (!asked) {
            return super.handle(request, response, callback);
        }
        request.setAttribute(JsonErrorHandler.MESSAGE, "this server has no WebSockets");
        Response.writeError(request, response, callback, 400);
        return true;
    }
}
