package dev.baton.quorum.tcp;

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

/** Connections in the making: whom to dial when, and how long to wait for proofs. */
final class ConnectionDialer {
    private static final long MILLI = 1_000_000;
    private static final long HANDSHAKE_PATIENCE = 3_000 * MILLI;
    private static final long HUNT_PATIENCE = 250 * MILLI;
    private static final int MOST_STRANGERS = 128;

    private final TcpSettings settings;
    private final PeerDirectory peers;
    private final ListeningSocket doorway;
    private final Selector selector;
    private final Set<PeerConnection> unproved = new LinkedHashSet<>();
    private long nextNumber = 1;

    /** What becomes of those that do not come to be. */
    interface Failures {
        void lost(PeerConnection link, IOException why);

        void tooSlow(PeerConnection link);

        void tooMany(PeerConnection oldest);
    }

    ConnectionDialer(TcpSettings settings, PeerDirectory peers, ListeningSocket doorway, Selector selector) {
        this.settings = settings;
        this.peers = peers;
        this.doorway = doorway;
        this.selector = selector;
    }

    /** Lets in whoever waits at the door, as strangers. */
    void accept(Failures failures) throws IOException {
        for (SocketChannel channel = doorway.next(); channel != null; channel = doorway.next()) {
            List<PeerConnection> strangers =
                    unproved.stream().filter(link -> !link.dialled).toList();
            if (strangers.size() >= MOST_STRANGERS) {
                failures.tooMany(strangers.get(0));
            }
            admit(channel);
        }
    }

    private void admit(SocketChannel channel) throws IOException {
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        InetSocketAddress remote = (InetSocketAddress) channel.getRemoteAddress();
        boolean loopback = remote != null && remote.getAddress().isLoopbackAddress();
        PeerConnection link = link(channel, false, "", System.nanoTime(), loopback);
        link.registered(channel.register(selector, SelectionKey.OP_READ));
        unproved.add(link);
    }

    private PeerConnection link(SocketChannel channel, boolean dialled, String to, long now, boolean loopback)
            throws IOException {
        HelloMessage hello = TcpHandshake.hello(false, settings.self(), to, settings.incarnation(), doorway.address());
        ConnectionIo pipe = settings.pipe(channel, dialled);
        return new PeerConnection(channel, pipe, dialled, hello, settings.key(), nextNumber++, now, loopback);
    }

    /** It has proved itself, or is gone. */
    void forget(PeerConnection link) {
        unproved.remove(link);
    }

    List<PeerConnection> unproved() {
        return List.copyOf(unproved);
    }

    /** Dials whoever is due, gives up on handshakes that take too long, and says when to look again. */
    long due(long now, Failures failures) {
        return Math.min(handshakesDue(now, failures), dialsDue(now, failures));
    }

    private long handshakesDue(long now, Failures failures) {
        long next = Long.MAX_VALUE;
        List<PeerConnection> late = new ArrayList<>();
        for (PeerConnection link : unproved) {
            boolean hunting = link.dialled && peers.isHunted(link.mine.to());
            long ends = link.since + (hunting ? HUNT_PATIENCE : HANDSHAKE_PATIENCE);
            if (now < ends) {
                next = Math.min(next, ends);
            } else {
                late.add(link);
            }
        }
        for (PeerConnection link : late) {
            if (link.dialled) {
                failures.lost(link, new SocketException("no answer in time"));
            } else {
                failures.tooSlow(link);
            }
        }
        return next;
    }

    private long dialsDue(long now, Failures failures) {
        long next = Long.MAX_VALUE;
        for (TcpPeer peer : peers.all()) {
            if (peer.isApart()) {
                if (now >= peer.dialAt && isArriving(peer)) {
                    peer.dialLater(now);
                    next = Math.min(next, peer.dialAt);
                } else if (now >= peer.dialAt) {
                    dial(peer, now, failures);
                } else {
                    next = Math.min(next, peer.dialAt);
                }
            } else if (peer.open != null && peer.suspect != 0) {
                peer.suspect = 0;
            }
        }
        return next;
    }

    /**
     * Whether somebody with this name is about to prove that it is the one whose part it is to connect. Who it is, is
     * not known yet: so nobody keeps this member from its own part, or from finding out about a death.
     */
    private boolean isArriving(TcpPeer peer) {
        if (peer.dialsFirst || peer.suspect != 0) {
            return false;
        }
        for (PeerConnection link : unproved) {
            if (link.isFrom(peer.id)) {
                return true;
            }
        }
        return false;
    }

    private void dial(TcpPeer peer, long now, Failures failures) {
        MemberAddress known = peer.address;
        InetSocketAddress to = known == null ? null : known.current(now);
        if (to == null) {
            peer.dialLater(now);
            return;
        }
        PeerConnection started = null;
        try {
            PendingConnection begun = PendingConnection.to(to);
            PeerConnection link =
                    link(begun.channel(), true, peer.id, now, to.getAddress().isLoopbackAddress());
            started = link;
            peer.dialling = link;
            IOException refusal = begun.refusal();
            if (refusal != null) {
                throw refusal;
            }
            link.registered(begun.register(selector));
            unproved.add(link);
            if (begun.connected()) {
                link.connected();
                link.flush();
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
