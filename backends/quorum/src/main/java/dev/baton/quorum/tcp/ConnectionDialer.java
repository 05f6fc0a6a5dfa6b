package dev.baton.quorum.tcp;

import dev.baton.quorum.stream.HelloMessages;
import dev.baton.quorum.wire.RejectionCause;
import dev.baton.quorum.wire.TrafficCounter;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Opens and accepts connections, and limits the number and duration of handshakes. */
final class ConnectionDialer {
    private static final long MILLI = 1_000_000;
    private static final long HANDSHAKE_TIMEOUT = 3_000 * MILLI;
    private static final long PROBE_TIMEOUT = 250 * MILLI;

    private final TcpSettings settings;
    private final PeerDirectory peers;
    private final Selector selector;
    private final ServerSocketChannel listener;
    /** The address that this member gives to its peers. */
    final String address;

    private final HelloMessages hellos;

    private final TrafficCounter traffic;
    /** The connections whose handshake is not complete. */
    final Set<PeerConnection> pending = new LinkedHashSet<>();

    private final AcceptBudget budget = new AcceptBudget(System.nanoTime());
    private final SelectionKey acceptance;
    private long lastNumber;

    /** Starts listening and registers with the selector. */
    ConnectionDialer(TcpSettings settings, PeerDirectory peers, Selector selector, TrafficCounter traffic)
            throws IOException {
        this.settings = settings;
        this.peers = peers;
        this.selector = selector;
        this.traffic = traffic;
        InetSocketAddress at = MemberAddress.parse(settings.listen()).resolve(System.nanoTime());
        if (at == null) {
            throw new IOException("cannot listen on " + settings.listen() + ": use an IP address, not a host name");
        }
        listener = ServerSocketChannel.open();
        listener.setOption(StandardSocketOptions.SO_REUSEADDR, true);
        listener.bind(at, 1024);
        listener.configureBlocking(false);
        acceptance = listener.register(selector, SelectionKey.OP_ACCEPT);
        address = settings.advertise().isEmpty() ? at.getHostString() + ":" + port() : settings.advertise();
        hellos = HelloMessages.ofMember(settings.self(), settings.incarnation(), address);
    }

    int port() {
        return listener.socket().getLocalPort();
    }

    /** Stops listening. */
    void close() throws IOException {
        listener.close();
    }

    /** Returns the next connection; null if there is none, it was closed already, or no file descriptor is left. */
    private @Nullable SocketChannel next() {
        try {
            return listener.accept();
        } catch (IOException failed) {
            return null;
        }
    }

    /** Accepts a few of the waiting connections, within the budget. They are not authenticated yet. */
    void accept(PeerConnection.Callbacks callbacks) throws IOException {
        long now = System.nanoTime();
        for (int count = 0; count < AcceptBudget.PER_TURN && budget.mayAccept(now); count++) {
            SocketChannel channel = next();
            if (channel == null) {
                return;
            }
            if (channel.getRemoteAddress() instanceof InetSocketAddress remote
                    && budget.take(remote.getAddress(), now)) {
                makeRoom(callbacks);
                channel.configureBlocking(false);
                start(connection(channel, remote, "", callbacks), SelectionKey.OP_READ);
            } else {
                traffic.rejected(
                        RejectionCause.CROWDED,
                        String.valueOf(channel.getRemoteAddress()),
                        "too many connections from this address");
                channel.close();
            }
        }
        if (!budget.mayAccept(now)) {
            acceptance.interestOps(0);
        }
    }

    /** Ends the oldest unauthenticated connection of the source that has most of them, if there are too many. */
    private void makeRoom(PeerConnection.Callbacks callbacks) {
        List<PeerConnection> incoming =
                pending.stream().filter(connection -> !connection.dialled).toList();
        AcceptBudget.displaced(incoming, connection -> connection.remote.getAddress())
                .ifPresent(oldest -> callbacks.reject(
                        oldest, RejectionCause.CROWDED, "too many connections that are not authenticated"));
    }

    /** @param to the member to reach; empty for an accepted connection */
    private PeerConnection connection(
            SocketChannel channel, InetSocketAddress remote, String to, PeerConnection.Callbacks callbacks)
            throws IOException {
        return new PeerConnection(
                settings, channel, remote, !to.isEmpty(), hellos.to(to), ++lastNumber, traffic, callbacks);
    }

    private void start(PeerConnection connection, int interest) throws IOException {
        connection.channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        connection.channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        connection.registered(connection.channel.register(selector, interest));
        pending.add(connection);
    }

    /** Dials peers that are due, ends handshakes that take too long, and returns when to call this again. */
    long run(long now, PeerConnection.Callbacks callbacks) {
        long lateAt = Math.min(endLateHandshakes(now, callbacks), endLateFrames(now, callbacks));
        return Math.min(resumeAccepting(now), Math.min(lateAt, dialDuePeers(now, callbacks)));
    }

    private long resumeAccepting(long now) {
        if (acceptance.interestOps() != 0) {
            return Long.MAX_VALUE;
        }
        if (!budget.mayAccept(now)) {
            return budget.availableAt();
        }
        acceptance.interestOps(SelectionKey.OP_ACCEPT);
        return Long.MAX_VALUE;
    }

    private long endLateHandshakes(long now, PeerConnection.Callbacks callbacks) {
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
                callbacks.lost(connection, new SocketException("handshake timed out"));
            } else {
                callbacks.reject(connection, RejectionCause.SLOW, "handshake timed out");
            }
        }
        return next;
    }

    /** Ends connections of peers on which a part of a frame waits for the rest: its length may have been changed. */
    private long endLateFrames(long now, PeerConnection.Callbacks callbacks) {
        long next = Long.MAX_VALUE;
        for (TcpPeer peer : peers.all()) {
            PeerConnection open = peer.open;
            long deadline = open == null ? Long.MAX_VALUE : open.stream.partDeadline(now);
            if (open != null && now >= deadline) {
                callbacks.lost(open, new SocketException("frame timed out"));
            } else {
                next = Math.min(next, deadline);
            }
        }
        return next;
    }

    private long dialDuePeers(long now, PeerConnection.Callbacks callbacks) {
        long next = Long.MAX_VALUE;
        for (TcpPeer peer : peers.all()) {
            if (peer.isDisconnected() && peer.redial.isDue(now) && !isConnecting(peer)) {
                dial(peer, now, callbacks);
            } else if (peer.isDisconnected()) {
                if (peer.redial.isDue(now)) {
                    peer.redial.failed(now);
                }
                next = Math.min(next, peer.redial.dialAt());
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
                && !peer.redial.isProbing()
                && pending.stream().anyMatch(connection -> connection.claimsToBe(peer.id));
    }

    private void dial(TcpPeer peer, long now, PeerConnection.Callbacks callbacks) {
        MemberAddress address = peer.address;
        InetSocketAddress remote = address == null ? null : address.resolve(now);
        if (remote == null) {
            peer.redial.failed(now);
            return;
        }
        PeerConnection started = null;
        try {
            SocketChannel channel = SocketChannel.open();
            channel.configureBlocking(false);
            PeerConnection connection = connection(channel, remote, peer.id, callbacks);
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
                callbacks.lost(started, failed);
            } else {
                peer.redial.failed(now);
            }
        }
    }
}
