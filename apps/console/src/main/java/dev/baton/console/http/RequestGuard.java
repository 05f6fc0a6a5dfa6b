package dev.baton.console.http;

import dev.baton.http.ApiException;
import dev.baton.http.HostCheck;
import dev.baton.http.OriginCheck;
import dev.baton.http.TokenCheck;
import io.javalin.http.Context;
import java.util.Optional;

/** Decides which requests the console accepts. */
public final class RequestGuard {
    private final HostCheck host;
    private final Optional<? extends TokenCheck> token;

    /**
     * Creates a guard.
     *
     * @param host the accepted host names
     * @param token checks the token that write requests must carry; without one, they are accepted on a loopback address only
     */
    public RequestGuard(HostCheck host, Optional<? extends TokenCheck> token) {
        this.host = host;
        this.token = token;
    }

    /** Returns how write requests are treated: {@code open}, {@code token} or {@code refused}. */
    String writes() {
        if (token.isPresent()) {
            return "token";
        }
        return host.loopback() ? "open" : "refused";
    }

    /**
     * Returns how write requests to nodes are treated. A token of the console for its nodes must not serve everybody on this
     * machine.
     */
    String nodeWrites(boolean hasNodeToken) {
        return hasNodeToken && token.isEmpty() ? "refused" : writes();
    }

    /** Checks a write request to a node, in addition to {@link #checkWrite}. */
    void checkNodeWrite(boolean hasNodeToken) {
        if (nodeWrites(hasNodeToken).equals("refused")) {
            throw ApiException.unauthorized(
                    "operations of nodes are refused, because this console has a token for its nodes and none of its own;"
                            + " start it with --token-file");
        }
    }

    /** Checks the host name of every request, against pages that make their own host name resolve to this machine. */
    void checkHost(Context request) {
        if (!host.accepts(request.header("Host"))) {
            throw new ApiException(403, "FORBIDDEN", "this console serves this machine only; use http://127.0.0.1");
        }
    }

    /** Checks a write request: it must not come from a page of another origin, and must carry the token if there is one. */
    void checkWrite(Context request) {
        checkOrigin(request);
        if (token.isPresent()) {
            if (!token.get().matches(request.header("Authorization"))) {
                throw ApiException.unauthorized(
                        "a write request must carry the token of the console: send the header Authorization: Bearer TOKEN");
            }
        } else if (!host.loopback()) {
            throw ApiException.unauthorized(
                    "write requests are refused, because this console can be reached from other machines and has no token;"
                            + " start it with --token-file");
        }
    }

    private static void checkOrigin(Context request) {
        if (!OriginCheck.accepts(request.header("Origin"), request.header("Sec-Fetch-Site"), request.header("Host"))) {
            throw new ApiException(403, "FORBIDDEN", "requests from pages of another origin are refused");
        }
    }
}
