package dev.baton.quorum.tcp;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** Where a member listens. A name is looked up on a thread of its own: that may take seconds. */
final class MemberAddress {
    private static final long LOOK_AGAIN_NANOS = 10_000_000_000L;

    private final String host;
    private final int port;
    private volatile @Nullable InetSocketAddress resolved;
    private long lookedUpAt;
    private boolean lookedUp;

    private MemberAddress(String host, int port) {
        this.host = host;
        this.port = port;
    }

    /** {@code HOST:PORT}, an IPv6 address in brackets. */
    static MemberAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? "" : text.substring(0, colon).replaceAll("^\\[(.*)]$", "$1");
        int port;
        try {
            port = Integer.parseInt(text.substring(colon + 1));
        } catch (NumberFormatException wrong) {
            port = -1;
        }
        if (host.isEmpty() || port < 0 || port > 65535) {
            throw new IllegalArgumentException("\"" + text + "\" is no address; HOST:PORT is one");
        }
        MemberAddress address = new MemberAddress(host, port);
        if (host.matches("[0-9.]+|.*:.*|localhost")) {
            address.resolved = new InetSocketAddress(host, port);
        }
        return address;
    }

    /** Where to connect to, as far as is known; a name is looked up again from time to time. */
    @Nullable
    InetSocketAddress current(long now) {
        InetSocketAddress known = resolved;
        boolean isName = known == null
                || !known.getHostString().equals(known.getAddress().getHostAddress());
        if (isName && !host.equals("localhost") && (!lookedUp || now - lookedUpAt > LOOK_AGAIN_NANOS)) {
            lookedUp = true;
            lookedUpAt = now;
            Thread lookup = new Thread(this::lookUp, "baton-quorum-lookup");
            lookup.setDaemon(true);
            lookup.start();
        }
        return known;
    }

    private void lookUp() {
        InetSocketAddress found = new InetSocketAddress(host, port);
        if (!found.isUnresolved()) {
            resolved = found;
        }
    }

    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
