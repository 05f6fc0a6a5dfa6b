package dev.baton.console.http;

import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What every answer carries so that a browser runs and shows nothing that is not ours. */
final class SecurityHeaders {
    private static final Pattern IMPORT_MAP =
            Pattern.compile("<script type=\"importmap\">(.*?)</script>", Pattern.DOTALL);

    private final String policy;

    /** For this page: its import map is the one thing inside it that a browser may heed, and is named by its hash. */
    SecurityHeaders(String page) {
        Matcher map = IMPORT_MAP.matcher(page);
        if (!map.find()) {
            throw new IllegalStateException("the page has no import map");
        }
        this.policy = "default-src 'none'; script-src 'self' 'sha256-" + sha256(map.group(1)) + "'; style-src 'self';"
                + " img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
                + " require-trusted-types-for 'script'; trusted-types lit-html";
    }

    void set(Context answer) {
        answer.header("Content-Security-Policy", policy);
        answer.header("X-Content-Type-Options", "nosniff");
        answer.header("X-Frame-Options", "DENY");
        answer.header("Referrer-Policy", "no-referrer");
        answer.header("Cross-Origin-Opener-Policy", "same-origin");
        answer.header("Cross-Origin-Resource-Policy", "same-origin");
        answer.header("Cache-Control", answer.path().startsWith("/api/") ? "no-store" : "no-cache");
    }

    private static String sha256(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(hash);
        } catch (NoSuchAlgorithmException everyJavaHasIt) {
            throw new AssertionError("every Java has SHA-256", everyJavaHasIt);
        }
    }
}
