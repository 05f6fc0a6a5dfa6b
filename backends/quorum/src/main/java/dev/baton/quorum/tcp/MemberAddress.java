package dev.baton.quorum.tcp;

import dev.baton.support.thread.NamedThreads;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The address on which a member listens. A separate thread resolves host names, because that can take seconds. */
public final class MemberAddress {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final long RESOLVE_INTERVAL_NANOS = 10_000_000_000L;

    final String host;
    final int port;
    private volatile @Nullable InetSocketAddress resolved;
    private long lookupStartedAt;
    private boolean lookupStarted;

    private MemberAddress(String host, int port) {
        this.host = host;
        this.port = port;
    }

    /**
     * Parses {@code HOST:PORT}, with an IPv6 address in brackets.
     *
     * @throws IllegalArgumentException if the text has another form
     */
    public static MemberAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? "" : text.substring(0, colon).replaceAll("^\\[(.*)]$", "$1");
        int port;
        try {
            port = Integer.parseInt(text.substring(colon + 1));
        } catch (NumberFormatException invalid) {
            port = -1;
        }
        if (host.isEmpty() || port < 0 || port > 65535) {
            throw new IllegalArgumentException("\"" + text + "\" is not an address; write HOST:PORT");
        }
        MemberAddress address = new MemberAddress(host, port);
        if (host.matches("[0-9.]+|.*:.*|localhost")) {
            address.resolved = new InetSocketAddress(host, port);
        }
        return address;
    }

    /** Returns the last known IP address, and from time to time starts a new lookup of a host name. */
    @Nullable
    InetSocketAddress resolve(long now) {
        InetSocketAddress known = resolved;
        boolean isName = known == null
                || !known.getHostString().equals(known.getAddress().getHostAddress());
        boolean isDue = !lookupStarted || now - lookupStartedAt > RESOLVE_INTERVAL_NANOS;
        if (isName && isDue && !host.equals("localhost")) {
            lookupStarted = true;
            lookupStartedAt = now;
            startLookup();
        }
        return known;
    }

    /** A lookup that cannot be started is tried again later; the member's own thread must not end by it. */
    private void startLookup() {
        try {
            NamedThreads.start("baton-quorum-lookup", this::lookUp);
        } catch (OutOfMemoryError noThread) {
            LOG.debug("cannot look up {}; trying again", this, noThread);
        }
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
