package dev.baton.http;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides by the {@code Host} header whether a request is meant for a server on a loopback address. A web page can make its
 * own host name resolve to this machine, and its scripts then reach such a server from a browser on this machine.
 *
 * @param loopback whether the server listens on a loopback address; otherwise every request is accepted
 * @param names the accepted host names, in lower case
 */
public record HostCheck(boolean loopback, Set<String> names) {
    private static final Set<String> LOOPBACK_NAMES = Set.of("localhost", "127.0.0.1", "::1", "[::1]");

    public HostCheck {
        names = Set.copyOf(names);
    }

    /**
     * Returns a check for a server that listens on this host and is also reached under these names.
     *
     * @throws IllegalArgumentException if the host is unknown
     */
    public static HostCheck of(String host, String... names) {
        Set<String> accepted = new HashSet<>(LOOPBACK_NAMES);
        accepted.add(lower(host));
        for (String name : names) {
            accepted.add(lower(name));
        }
        return new HostCheck(isLoopback(host), accepted);
    }

    /**
     * Returns whether a host is an address of this machine that no other machine reaches.
     *
     * @throws IllegalArgumentException if the host is unknown
     */
    public static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException unknown) {
            throw new IllegalArgumentException("cannot listen on " + host + ": unknown host", unknown);
        }
    }

    /** Returns whether a request with this {@code Host} header is accepted. Browsers always send one. */
    public boolean accepts(@Nullable String header) {
        return !loopback || header == null || names.contains(hostOf("http://" + header));
    }

    /** Returns the host of a URL in lower case; empty if there is none. */
    public static String hostOf(String url) {
        try {
            String host = URI.create(url).getHost();
            return host == null ? "" : lower(host);
        } catch (IllegalArgumentException malformed) {
            return "";
        }
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
