package dev.baton.quorum;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A registry in DNS, for {@code registry=dns:DOMAIN:PORT}: member {@code a} has the address of the host {@code a.DOMAIN}. A
 * stateful set of Kubernetes with a headless service has such names.
 */
final class DnsPeerRegistry implements PeerRegistry {
    private final String domain;
    private final int port;
    private final Function<String, Optional<InetAddress>> resolver;

    DnsPeerRegistry(String argument, Function<String, Optional<InetAddress>> resolver) {
        int colon = argument.lastIndexOf(':');
        this.domain = colon < 0 ? "" : argument.substring(0, colon);
        this.port = colon < 0 ? 0 : port(argument.substring(colon + 1));
        this.resolver = resolver;
        if (!domain.matches("[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*\\.?") || port < 1 || port > 65535) {
            throw new IllegalArgumentException(
                    "\"" + argument + "\" is no place in DNS; write registry=dns:DOMAIN:PORT");
        }
    }

    private static int port(String text) {
        return text.matches("\\d{1,5}") ? Integer.parseInt(text) : 0;
    }

    /** Looks a host name up with the JVM's resolver. */
    static Optional<InetAddress> lookUp(String host) {
        try {
            return Optional.of(InetAddress.getByName(host));
        } catch (UnknownHostException unknown) {
            return Optional.empty();
        }
    }

    @Override
    public Map<String, String> addresses(Collection<String> members) {
        Map<String, String> found = new LinkedHashMap<>();
        for (String member : members) {
            resolver.apply(member + "." + domain).ifPresent(address -> {
                String host = address.getHostAddress();
                found.put(member, (host.contains(":") ? "[" + host + "]" : host) + ":" + port);
            });
        }
        return found;
    }
}
