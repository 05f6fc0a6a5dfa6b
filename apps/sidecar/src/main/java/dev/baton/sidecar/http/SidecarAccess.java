package dev.baton.sidecar.http;

import dev.baton.http.ApiException;
import dev.baton.http.HostCheck;
import dev.baton.http.OriginCheck;
import dev.baton.http.TokenCheck;
import io.javalin.http.Context;
import java.util.Optional;

/**
 * Decides which requests a sidecar accepts.
 *
 * @param host the accepted host names
 * @param token the token of a step-down, and of the stream on an address that other machines reach
 */
public record SidecarAccess(HostCheck host, Optional<? extends TokenCheck> token) {

    /** Checks the host name of every request, against pages that make their own host name resolve to this machine. */
    void checkHost(Context request) {
        if (!host.accepts(request.header("Host"))) {
            throw forbidden("this sidecar serves this machine only; use http://127.0.0.1");
        }
    }

    /** Checks a request for the stream. */
    void checkStream(Context request) {
        checkOrigin(request);
        if (!host.loopback()) {
            checkToken(request, "the events need the header Authorization: Bearer TOKEN");
        }
    }

    /** Checks a write request. */
    void checkWrite(Context request) {
        checkOrigin(request);
        checkToken(
                request,
                token.isPresent()
                        ? "a step-down needs the header Authorization: Bearer TOKEN"
                        : "a step-down needs a token, and this sidecar has none; start it with --token-file");
    }

    private static void checkOrigin(Context request) {
        if (!OriginCheck.accepts(request.header("Origin"), request.header("Sec-Fetch-Site"), request.header("Host"))) {
            throw forbidden("requests from pages of another origin are refused");
        }
    }

    private void checkToken(Context request, String refusal) {
        if (token.isEmpty() || !token.get().matches(request.header("Authorization"))) {
            request.header("WWW-Authenticate", "Bearer");
            throw ApiException.unauthorized(refusal);
        }
    }

    private static ApiException forbidden(String message) {
        return new ApiException(403, "FORBIDDEN", message);
    }
}
