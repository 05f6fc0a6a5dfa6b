package dev.baton.http;

import io.javalin.http.Context;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Handles {@code HEAD} as {@code GET}: Jetty sends the same head, and no body. Javalin would answer 200 without running the
 * route, also where a probe of a load balancer must get 503.
 */
public final class HeadRequests extends Handler.Wrapper {
    private static final String HEAD = HeadRequests.class.getName();

    HeadRequests() {}

    /** Returns whether the client reads the head of the response only. A stream has no end that could be awaited then. */
    public static boolean isHead(Context ctx) {
        return ctx.req().getAttribute(HEAD) != null;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (!HttpMethod.HEAD.is(request.getMethod())) {
            return super.handle(request, response, callback);
        }
        request.setAttribute(HEAD, true);
        return super.handle(new AsGet(request), response, callback);
    }

    private static final class AsGet extends Request.Wrapper {
        AsGet(Request request) {
            super(request);
        }

        @Override
        public String getMethod() {
            return HttpMethod.GET.asString();
        }
    }
}
