package dev.baton.quorum.tcp;

import dev.baton.quorum.wire.TrafficCounter;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Opens and accepts connections, and limits the number and duration of handshakes. */
final class ConnectionDialer {
    private static final long MILLI = 1_000_000;
    private static final long HANDSHAKE_TIMEOUT = 3_000 * MILLI;
    private static final long PROBE_TIMEOUT = 250 * MILLI;
    private static final int MAX_PENDING = 128;

    private final TcpSettings settings;
    private final PeerDirectory peers;
    private final ListeningSocket listener;
    private final Selector selector;
    private final TrafficCounter traffic;
    private final Set<PeerConnection> pending = new LinkedHashSet<>();
    private long lastNumber;

    /** Receives the connections whose handshake failed. */
    interface Failures {
        void lost(PeerConnection connection, IOException cause);

        void handshakeTimedOut(PeerConnection connection);

        void tooManyPending(PeerConnection oldest);
    }

    ConnectionDialer(
            TcpSettings settings,
            PeerDirectory peers,
            ListeningSocket listener,
            Selector selector,
            TrafficCounter traffic) {
        this.settings = settings;
        this.peers = peers;
        this.listener = listener;
        this.selector = selector;
        this.traffic = traffic;
    }

    /** Accepts all waiting connections. They are not authenticated yet. */
    void accept(Failures failures) throws IOException {
        for (SocketChannel channel = listener.accept(); channel != null; channel = listener.accept()) {
            List<PeerConnection> incoming =
                    pending.stream().filter(connection -> !connection.dialled).toList();
            if (incoming.size() >= MAX_PENDING) {
                failures.tooManyPending(incoming.get(0));
            }
            channel.configureBlocking(false);
            InetSocketAddress remote = (InetSocketAddress) channel.getRemoteAddress();
            start(connection(channel, remote, ""), SelectionKey.OP_READ);
        }
    }

    /** @param to the member to reach; empty for an accepted connection */
    private PeerConnection connection(SocketChannel channel, InetSocketAddress remote, String to) throws IOException {
        HelloMessage hello = TcpHandshake.hello(false, settings.self(), to, settings.incarnation(), listener.address());
        return new PeerConnection(settings, channel, remote, !to.isEmpty(), hello, ++lastNumber, traffic);
    }

    private void start(PeerConnection connection, int interest) throws IOException {
        connection.channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        connection.channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        connection.registered(connection.channel.register(selector, interest));
        pending.add(connection);
    }

    /** Removes a connection that is authenticated or closed. */
    void remove(PeerConnection connection) {
        pending.remove(connection);
    }

    /** Returns the connections whose handshake is not complete. */
    List<PeerConnection> pending() {
        return List.copyOf(pending);
    }

    /** Dials peers that are due, ends handshakes that take too long, and returns when to call this again. */
    long run(long now, Failures failures) {
        return Math.min(endLateHandshakes(now, failures), dialDuePeers(now, failures));
    }

    private long endLateHandshakes(long now, Failures failures) {
        long next = Long.MAX_VALUE;
        List<PeerConnection> late = new ArrayList<>();
        for (PeerConnection connection : pending) {
            boolean probing = connection.dialled && peers.isProbed(connection.ownHello.to());
            long deadline = connection.since + (probing ? PROBE_TIMEOUT : HANDSHAKE_TIMEOUT);
            if (now < deadline) {
                next = Math.min(next, deadline);
            } else {
                late.add(connection);
            }
        }
        for (PeerConnection connection : late) {
            if (connection.dialled) {
                failures.lost(connection, new SocketException("handshake timed out"));
            } else {
                failures.handshakeTimedOut(connection);
            }
        }
        return next;
    }

    private long dialDuePeers(long now, Failures failures) {
        long next = Long.MAX_VALUE;
        for (TcpPeer peer : peers.all()) {
            if (peer.isDisconnected() && now >= peer.dialAt && !isConnecting(peer)) {
                dial(peer, now, failures);
            } else if (peer.isDisconnected()) {
                if (now >= peer.dialAt) {
                    peer.dialLater(now);
                }
                next = Math.min(next, peer.dialAt);
            }
        }
        return next;
    }

    /**
     * Returns whether a peer that should open the connection is doing so. Its name is not authenticated yet, so this
     * delays neither connections that this member should open nor probes.
     */
    private boolean isConnecting(TcpPeer peer) {
        return !peer.dialsFirst
                && peer.probed == 0
                && pending.stream().anyMatch(connection -> connection.claimsToBe(peer.id));
    }

    private void dial(TcpPeer peer, long now, Failures failures) {
        MemberAddress address = peer.address;
        InetSocketAddress remote = address == null ? null : address.resolve(now);
        if (remote == null) {
            peer.dialLater(now);
            return;
        }
        PeerConnection started = null;
        try {
            SocketChannel channel = SocketChannel.open();
            channel.configureBlocking(false);
            PeerConnection connection = connection(channel, remote, peer.id);
            started = connection;
            peer.dialling = connection;
            boolean connected = channel.connect(remote);
            start(connection, connected ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT);
            if (connected) {
                connection.connected();
                connection.flush();
            }
        } catch (IOException failed) {
            if (started != null) {
                failures.lost(started, failed);
            } else {
                peer.dialLater(now);
            }
        }
    }
}
