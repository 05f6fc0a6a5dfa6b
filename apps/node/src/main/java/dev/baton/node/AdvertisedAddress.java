package dev.baton.node;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/** The address in the URL that a node advertises to others. */
final class AdvertisedAddress {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private AdvertisedAddress() {}

    /**
     * Returns why this process cannot connect to it; empty if it can. A node behind a router or a proxy may be reachable for
     * others only, so this is no reason to end.
     */
    static Optional<String> problem(String url) {
        URI uri = URI.create(url);
        String host = uri.getHost().replaceAll("^\\[|\\]$", "");
        int port = uri.getPort() > 0 ? uri.getPort() : uri.getScheme().equals("https") ? 443 : 80;
        try (Socket socket = new Socket()) {
            InetSocketAddress address = new InetSocketAddress(host, port);
            if (address.isUnresolved()) {
                return Optional.of("there is no address for the name " + host);
            }
            socket.connect(address, (int) TIMEOUT.toMillis());
            return Optional.empty();
        } catch (IOException unreachable) {
            return Optional.of(unreachable.toString());
        }
    }
}
