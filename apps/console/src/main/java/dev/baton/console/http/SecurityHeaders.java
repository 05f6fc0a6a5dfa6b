package dev.baton.console.http;

import dev.baton.support.text.Sha256;
import io.javalin.http.Context;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Response headers that keep the browser from running or framing anything that is not part of the console. */
final class SecurityHeaders {
    private static final Pattern IMPORT_MAP =
            Pattern.compile("<script type=\"importmap\">(.*?)</script>", Pattern.DOTALL);

    private final String policy;

    /** Creates the headers for the page. The policy allows its inline import map by hash and no other inline script. */
    SecurityHeaders(String page) {
        Matcher map = IMPORT_MAP.matcher(page);
        if (!map.find()) {
            throw new IllegalStateException("the page has no import map");
        }
        this.policy =
                "default-src 'none'; script-src 'self' 'sha256-" + Sha256.base64(map.group(1)) + "'; style-src 'self';"
                        + " img-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
                        + " require-trusted-types-for 'script'; trusted-types lit-html baton-worker";
    }

    /** Sets the headers of a response that a route sends. */
    void set(Context response) {
        all().forEach(response::header);
        response.header("Cache-Control", response.path().startsWith("/api/") ? "no-store" : "no-cache");
    }

    /** Returns the headers of a response that the HTTP layer sends itself. */
    Map<String, String> all() {
        return Map.of(
                "Content-Security-Policy", policy,
                "X-Content-Type-Options", "nosniff",
                "X-Frame-Options", "DENY",
                "Referrer-Policy", "no-referrer",
                "Cross-Origin-Opener-Policy", "same-origin",
                "Cross-Origin-Resource-Policy", "same-origin",
                "Cache-Control", "no-store");
    }
}
