package dev.baton.cli;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;

/** The URL in {@code --advertise URL}, under which others reach a node. */
final class AdvertisedUrl {
    private static final int LARGEST_PORT = 65_535;

    private AdvertisedUrl() {}

    /**
     * Returns the URL if others can reach a node under it.
     *
     * @param listensOnLoopback whether the node accepts connections of its own machine only
     */
    static String checked(String url, boolean listensOnLoopback) {
        URI uri;
        try {
            uri = URI.create(url);
        } catch (IllegalArgumentException malformed) {
            throw wrong(url);
        }
        boolean isHttp = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
        if (!isHttp
                || uri.getHost() == null
                || uri.getUserInfo() != null
                || uri.getQuery() != null
                || uri.getFragment() != null
                || uri.getPort() == 0
                || uri.getPort() > LARGEST_PORT
                || isWildcard(bareHost(uri))) {
            throw wrong(url);
        }
        if (!listensOnLoopback && isLoopback(bareHost(uri))) {
            throw new UsageException("--advertise " + url
                    + " leads other machines to themselves, but --listen is an address for other machines: advertise"
                    + " a name or an address of this machine");
        }
        return url;
    }

    private static String bareHost(URI uri) {
        return uri.getHost().replaceAll("^\\[|\\]$", "");
    }

    private static boolean isLoopback(String host) {
        return host.equalsIgnoreCase("localhost")
                || host.toLowerCase(Locale.ROOT).endsWith(".localhost")
                || address(host).filter(InetAddress::isLoopbackAddress).isPresent();
    }

    /** Returns whether a host stands for all addresses of this machine, so that no other machine can reach it. */
    static boolean isWildcard(String host) {
        return address(host).filter(InetAddress::isAnyLocalAddress).isPresent();
    }

    /** Returns the address if the host is one; a name is not resolved, because it can resolve later or elsewhere. */
    private static Optional<InetAddress> address(String host) {
        if (!host.matches("[0-9.]+|.*:.*")) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.getByName(host));
        } catch (UnknownHostException malformed) {
            return Optional.empty();
        }
    }

    private static UsageException wrong(String url) {
        return new UsageException(
                "--advertise " + url + " is not the URL of a node that others can reach, such as http://10.0.0.1:8081");
    }
}
