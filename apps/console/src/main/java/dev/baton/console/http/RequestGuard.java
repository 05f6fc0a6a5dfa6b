package dev.baton.console.http;

import io.javalin.http.Context;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Who may ask and who may wish. */
public final class RequestGuard {
    private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "::1", "[::1]");

    private final String host;
    private final boolean loopback;
    private final Optional<byte[]> token;

    /**
     * For a server on this host.
     *
     * @param token what a wish has to bring; without one only a server that nobody else can reach grants any
     */
    public RequestGuard(String host, boolean loopback, Optional<String> token) {
        this.host = host;
        this.loopback = loopback;
        this.token = token.map(text -> text.getBytes(StandardCharsets.UTF_8));
    }

    /** What the page has to know: {@code open}, {@code token} or {@code refused}. */
    String writes() {
        if (token.isPresent()) {
            return "token";
        }
        return loopback ? "open" : "refused";
    }

    /** Every request: a name that resolves to this machine by somebody else's word is not this machine. */
    void checkHost(Context request) {
        if (loopback) {
            String name = nameOf(
                    "http://" + Optional.ofNullable(request.header("Host")).orElse(""));
            if (!THIS_MACHINE.contains(name) && !name.equals(host)) {
                throw new ConsoleRefusal(
                        403, "FORBIDDEN", "this console is for this machine; ask for http://127.0.0.1");
            }
        }
    }

    /** Every write: from a page of this origin or from no page at all, and with the token where one is wanted. */
    void checkWrite(Context request) {
        checkOrigin(request.header("Origin"), request.header("Sec-Fetch-Site"), request.header("Host"));
        if (token.isPresent()) {
            String given = Optional.ofNullable(request.header("Authorization")).orElse("");
            byte[] brought = given.startsWith("Bearer ")
                    ? given.substring("Bearer ".length()).trim().getBytes(StandardCharsets.UTF_8)
                    : new byte[0];
            if (!MessageDigest.isEqual(brought, token.get())) {
                throw new ConsoleRefusal(
                        401,
                        "UNAUTHORIZED",
                        "this needs the console's token: send Authorization: Bearer and what stands in its token file");
            }
        } else if (!loopback) {
            throw new ConsoleRefusal(
                    401,
                    "UNAUTHORIZED",
                    "this console can be reached from other machines and was given no token, so it only shows; start it"
                            + " with --token-file");
        }
    }

    private static void checkOrigin(@Nullable String origin, @Nullable String site, @Nullable String host) {
        boolean foreignSite = site != null && !site.equals("same-origin") && !site.equals("none");
        boolean foreignOrigin =
                origin != null && (host == null || !authority(origin).equals(lower(host)));
        if (foreignSite || foreignOrigin) {
            throw new ConsoleRefusal(403, "FORBIDDEN", "a page of another origin cannot do this");
        }
    }

    private static String authority(String url) {
        try {
            return lower(String.valueOf(URI.create(url).getRawAuthority()));
        } catch (IllegalArgumentException notAUrl) {
            return "";
        }
    }

    private static String nameOf(String url) {
        try {
            return lower(String.valueOf(URI.create(url).getHost()));
        } catch (IllegalArgumentException notAUrl) {
            return "";
        }
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
