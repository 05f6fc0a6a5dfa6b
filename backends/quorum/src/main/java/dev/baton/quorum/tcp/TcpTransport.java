package dev.baton.quorum.tcp;

import dev.baton.quorum.step.Envelope;
import dev.baton.quorum.wire.ByteReader;
import dev.baton.quorum.wire.MalformedMessageException;
import dev.baton.quorum.wire.MemberTransport;
import dev.baton.quorum.wire.MessagePacket;
import dev.baton.quorum.wire.RejectionCause;
import dev.baton.quorum.wire.TrafficCounter;
import dev.baton.quorum.wire.TrafficStats;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Connects members by TCP: one selector, one connection per pair of members. */
public final class TcpTransport implements MemberTransport, PeerConnection.Callbacks {
    private static final long MILLI = 1_000_000;
    private static final int MAX_CLIENTS = 256;

    private final TcpSettings settings;
    private final PeerDirectory peers;
    private final Map<Long, PeerConnection> clients = new HashMap<>();
    private final TrafficCounter traffic;
    private final Selector selector;
    private final ConnectionDialer dialer;
    private @Nullable Handler handler;

    /** Starts listening, so that no peer is refused. Connections are served from {@link #open} on. */
    public TcpTransport(TcpSettings settings) throws IOException {
        this.settings = settings;
        this.traffic = new TrafficCounter(settings.self());
        this.peers = new PeerDirectory(settings);
        this.selector = Selector.open();
        this.dialer = new ConnectionDialer(settings, peers, selector, traffic);
    }

    /** Returns the port on which this member listens. */
    public int port() {
        return dialer.port();
    }

    @Override
    public void open(Handler receiver) {
        handler = receiver;
    }

    private Handler handler() {
        return Objects.requireNonNull(handler, "not open");
    }

    @Override
    public void addAddress(String peer, String address) {
        peers.addAddress(peer, address);
    }

    @Override
    public Map<String, String> addresses() {
        Map<String, String> addresses = peers.addresses();
        addresses.put(settings.self(), dialer.address);
        return addresses;
    }

    @Override
    public Set<String> connectedPeers() {
        return peers.connected();
    }

    @Override
    public void send(Envelope envelope) {
        peers.send(envelope);
    }

    @Override
    public void sendNote(String id, String note) {
        TcpPeer peer = peers.get(id);
        if (peer != null && peer.open != null) {
            peers.send(peer.open, note);
        }
    }

    @Override
    public void reply(long client, String note) {
        PeerConnection connection = clients.get(client);
        if (connection != null) {
            peers.send(connection, note);
        }
    }

    @Override
    public void flush() {
        for (PeerConnection connection : peers.takeWaiting()) {
            attempt(connection, connection::flush);
        }
    }

    @Override
    public void poll(long untilNanos) throws IOException {
        long now = System.nanoTime();
        long wakeAt = Math.min(untilNanos, dialer.run(now, this));
        long millis = wakeAt == Long.MAX_VALUE ? 1_000 : Math.min(1_000, (wakeAt - now + MILLI - 1) / MILLI);
        if (millis <= 0) {
            selector.selectNow();
        } else {
            selector.select(millis);
        }
        Set<SelectionKey> ready = selector.selectedKeys();
        for (SelectionKey key : List.copyOf(ready)) {
            serve(key);
            // Replies to one peer do not wait for the messages of other peers.
            flush();
        }
        ready.clear();
    }

    @Override
    public void wakeUp() {
        selector.wakeup();
    }

    private void serve(SelectionKey key) throws IOException {
        if (!key.isValid()) {
            return;
        }
        if (key.isAcceptable()) {
            dialer.accept(this);
        } else if (key.attachment() instanceof PeerConnection connection) {
            attempt(connection, () -> {
                if (key.isConnectable()) {
                    connection.channel.finishConnect();
                    key.interestOps(SelectionKey.OP_READ);
                    connection.connected();
                }
                if (key.isValid() && key.isReadable()) {
                    connection.read(this);
                }
                connection.flush();
            });
        }
    }

    private interface Step {
        void run() throws IOException;
    }

    private void attempt(PeerConnection connection, Step step) {
        if (connection.phase == PeerConnection.Phase.CLOSED) {
            return;
        }
        try {
            step.run();
        } catch (MalformedMessageException malformed) {
            boolean inProof = connection.phase == PeerConnection.Phase.PROOF;
            RejectionCause cause = inProof ? RejectionCause.UNAUTHENTICATED : RejectionCause.MALFORMED;
            reject(connection, cause, String.valueOf(malformed.getMessage()));
        } catch (SSLException failed) {
            reject(connection, RejectionCause.UNAUTHENTICATED, "TLS: " + failed.getMessage());
        } catch (IOException ended) {
            lost(connection, ended);
        }
    }

    @Override
    public void opened(PeerConnection connection) {
        dialer.pending.remove(connection);
        HelloMessage hello = connection.peer();
        if (!connection.isMeantFor(settings.self())) {
            String names = "its name is " + hello.from() + " and it wants to reach " + hello.to();
            reject(connection, RejectionCause.MISTAKEN, names + "; give every member a different name");
        } else if (hello.client()) {
            if (clients.size() >= MAX_CLIENTS) {
                reject(connection, RejectionCause.CROWDED, "too many clients");
            } else {
                clients.put(connection.number, connection);
            }
        } else {
            TcpPeer peer = peers.getOrAdd(hello.from());
            if (peer == null) {
                reject(connection, RejectionCause.CROWDED, "too many peers");
            } else {
                use(peer, connection, hello);
            }
        }
    }

    /** Makes this the connection of the peer, unless there is a better one. */
    private void use(TcpPeer peer, PeerConnection connection, HelloMessage hello) {
        PeerConnection other = peer.open;
        if (other != null && peer.prefers(other, connection)) {
            drop(connection);
            return;
        }
        if (other != null) {
            drop(other);
        }
        if (peer.dialling == connection) {
            peer.dialling = null;
        }
        long probed = peer.probed;
        peer.opened(connection);
        addAddress(hello.from(), hello.address());
        if (probed != 0 && probed < hello.incarnation()) {
            handler().peerEnded(peer.id, probed, peer.probedOnLoopback && connection.isLoopback());
        }
        handler().peerConnected(peer.id);
    }

    @Override
    public void frameReceived(PeerConnection connection, byte[] frame) {
        traffic.frameReceived();
        HelloMessage hello = connection.peer();
        if (frame[0] == PeerDirectory.PACKET && !hello.client()) {
            ByteReader in = new ByteReader(frame, 1, frame.length);
            MessagePacket.read(in, hello.from(), settings.self(), hello.incarnation())
                    .forEach(handler()::messageReceived);
        } else if (frame[0] == PeerDirectory.NOTE) {
            String note = new String(frame, 1, frame.length - 1, StandardCharsets.UTF_8);
            if (hello.client()) {
                handler().requestReceived(connection.number, note);
            } else {
                handler().noteReceived(hello.from(), note);
            }
        } else {
            throw new MalformedMessageException("unknown frame type " + frame[0]);
        }
    }

    @Override
    public void reject(PeerConnection connection, RejectionCause cause, String reason) {
        traffic.rejected(cause, String.valueOf(connection.remote), reason);
        boolean wasOpen = clear(connection);
        TcpPeer peer = peers.of(connection);
        if (peer != null && (wasOpen || connection.dialled)) {
            peer.dialAt = System.nanoTime() + 1_000 * MILLI;
        }
    }

    @Override
    public void lost(PeerConnection connection, IOException cause) {
        TcpPeer peer = peers.of(connection);
        boolean wasOpen = clear(connection);
        if (peer != null) {
            peer.connectionLost(connection, wasOpen, cause, System.nanoTime(), handler());
        }
    }

    /** Closes a connection. Returns whether it was the open connection of its peer. */
    private boolean clear(PeerConnection connection) {
        drop(connection);
        TcpPeer peer = peers.of(connection);
        if (peer == null || peer.open != connection) {
            return false;
        }
        peer.closed(System.nanoTime());
        return true;
    }

    private void drop(PeerConnection connection) {
        dialer.pending.remove(connection);
        peers.removeWaiting(connection);
        if (clients.remove(connection.number) != null) {
            handler().clientDisconnected(connection.number);
        }
        TcpPeer peer = peers.of(connection);
        if (peer != null && peer.dialling == connection) {
            peer.dialling = null;
        }
        connection.close();
    }

    @Override
    public TrafficStats traffic() {
        return traffic.stats();
    }

    /** Closes the connections before the listening socket: a peer that is then refused knows that this member ended. */
    @Override
    public void close() {
        dialer.pending.forEach(PeerConnection::close);
        clients.values().forEach(PeerConnection::close);
        peers.all().forEach(peer -> Optional.ofNullable(peer.open).ifPresent(PeerConnection::close));
        try {
            dialer.close();
            selector.close();
        } catch (IOException ignored) {
            // Both are closed even if close() fails.
        }
    }
}
