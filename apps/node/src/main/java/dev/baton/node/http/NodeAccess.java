package dev.baton.node.http;

import dev.baton.http.ApiException;
import dev.baton.http.HostCheck;
import dev.baton.http.TokenCheck;
import io.javalin.http.Context;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * Decides which requests a node accepts.
 *
 * @param token the token for everything; without one, every client may write
 * @param readToken a token for reads only
 * @param readsNeedToken whether a read needs one of the tokens; the probes of load balancers never do
 * @param host the accepted host names
 */
public record NodeAccess(
        Optional<? extends TokenCheck> token,
        Optional<? extends TokenCheck> readToken,
        boolean readsNeedToken,
        HostCheck host) {
    private static final Set<String> READS = Set.of("GET", "HEAD", "OPTIONS");
    private static final Set<String> PROBES = Set.of("/healthz", "/readyz", "/leader", "/standby", "/role");

    /** Returns the access to a node that only this machine reaches. */
    public static NodeAccess onLoopback(Optional<? extends TokenCheck> token) {
        return new NodeAccess(token, Optional.empty(), false, HostCheck.of("127.0.0.1"));
    }

    /** Returns the access to a node at an address, which others reach under a URL. */
    public static NodeAccess of(
            String listenHost,
            String url,
            Optional<? extends TokenCheck> token,
            Optional<? extends TokenCheck> readToken) {
        HostCheck host = HostCheck.of(listenHost, HostCheck.hostOf(url));
        return new NodeAccess(token, readToken, !host.loopback() || readToken.isPresent(), host);
    }

    /** What a request says about its sender and its purpose. */
    private record Sender(
            String method,
            String path,
            @Nullable String host,
            @Nullable String authorization,
            @Nullable String origin) {

        boolean isRead() {
            return READS.contains(method);
        }
    }

    /** Returns whether the body of a request is worth reading: it is a write that will not be refused. */
    boolean wantsBody(Request request) {
        HttpFields headers = request.getHeaders();
        Sender sender = new Sender(
                request.getMethod(),
                String.valueOf(request.getHttpURI().getPath()),
                headers.get(HttpHeader.HOST),
                headers.get(HttpHeader.AUTHORIZATION),
                headers.get(HttpHeader.ORIGIN));
        return !sender.isRead() && refusal(sender).isEmpty();
    }

    /** Refuses a request that this node must not answer. */
    void check(Context ctx) {
        Sender sender = new Sender(
                ctx.method().name(), ctx.path(), ctx.header("Host"), ctx.header("Authorization"), ctx.header("Origin"));
        refusal(sender).ifPresent(refused -> {
            if (refused.status() == 401) {
                ctx.header("WWW-Authenticate", "Bearer");
            }
            throw refused;
        });
    }

    private Optional<ApiException> refusal(Sender sender) {
        if (!host.accepts(sender.host())) {
            return forbidden("this node serves this machine and its advertised URL only; use http://127.0.0.1");
        }
        boolean full = matches(token, sender.authorization());
        boolean reads = full || matches(readToken, sender.authorization());
        if (sender.isRead()) {
            return reads || !readsNeedToken || PROBES.contains(sender.path())
                    ? Optional.empty()
                    : Optional.of(ApiException.unauthorized("a read needs the header Authorization: Bearer TOKEN"));
        }
        if (token.isPresent() && !full) {
            return reads
                    ? forbidden("this token is for reads only")
                    : Optional.of(ApiException.unauthorized("a write needs the header Authorization: Bearer TOKEN"));
        }
        // A web page in a local browser can reach a loopback address.
        return token.isEmpty() && sender.origin() != null
                ? forbidden("writes from web pages need a token; start the node with --token-file")
                : Optional.empty();
    }

    private static boolean matches(Optional<? extends TokenCheck> expected, @Nullable String authorization) {
        return expected.isPresent() && expected.get().matches(authorization);
    }

    private static Optional<ApiException> forbidden(String message) {
        return Optional.of(new ApiException(403, "FORBIDDEN", message));
    }
}
