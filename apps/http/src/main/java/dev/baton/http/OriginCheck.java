package dev.baton.http;

import java.net.URI;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Decides by its headers whether a request comes from a web page of another origin. */
public final class OriginCheck {

    private OriginCheck() {}

    /**
     * Returns whether a request does not come from a page of another origin. Programs other than browsers send none of the
     * first two headers.
     *
     * @param origin the header {@code Origin}
     * @param site the header {@code Sec-Fetch-Site}
     * @param host the header {@code Host}
     */
    public static boolean accepts(@Nullable String origin, @Nullable String site, @Nullable String host) {
        boolean foreignSite = site != null && !site.equals("same-origin") && !site.equals("none");
        boolean foreignOrigin =
                origin != null && (host == null || !authority(origin).equals(lower(host)));
        return !foreignSite && !foreignOrigin;
    }

    private static String authority(String origin) {
        try {
            return lower(String.valueOf(URI.create(origin).getRawAuthority()));
        } catch (IllegalArgumentException malformed) {
            return "";
        }
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
