package dev.baton.quorum.tcp;

import dev.baton.quorum.step.Envelope;
import dev.baton.quorum.stream.HelloMessage;
import dev.baton.quorum.stream.ReceivedFrames;
import dev.baton.quorum.wire.MalformedMessageException;
import dev.baton.quorum.wire.MemberTransport;
import dev.baton.quorum.wire.PeerArrivals;
import dev.baton.quorum.wire.RejectionCause;
import dev.baton.quorum.wire.TrafficCounter;
import dev.baton.quorum.wire.TrafficStats;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Connects members by TCP: one selector, one connection per pair of members. */
public final class TcpTransport implements MemberTransport, PeerConnection.Callbacks {
    private static final long MILLI = 1_000_000;
    private static final int MAX_CLIENTS = 256;

    /** How long one turn serves connections that are not authenticated. */
    private static final long STRANGERS_NANOS = 2 * MILLI;

    private final TcpSettings settings;
    private final PeerDirectory peers;
    private final Map<Long, PeerConnection> clients = new HashMap<>();
    private final TrafficCounter traffic;
    private final Selector selector;
    private final ConnectionDialer dialer;
    private final PeerArrivals<PeerConnection> arrivals;
    private final ReceivedFrames<PeerConnection> frames;
    private final Optional<AddressLookups> lookups;
    private @Nullable Handler handler;

    /** Starts listening, so that no peer is refused. Connections are served from {@link #open} on. */
    public TcpTransport(TcpSettings settings) throws IOException {
        this.settings = settings;
        this.traffic = new TrafficCounter(settings.self());
        this.peers = new PeerDirectory(settings);
        this.selector = Selector.open();
        this.dialer = new ConnectionDialer(settings, peers, selector, traffic);
        this.arrivals = new PeerArrivals<>(new AuthenticatedConnections(this, peers));
        this.frames = new ReceivedFrames<>(settings.self(), arrivals, this::handler);
        int unknown =
                (int) settings.peers().values().stream().filter(String::isEmpty).count();
        this.lookups = settings.lookup().map(source -> new AddressLookups(source, unknown, selector::wakeup));
    }

    /** Returns the port on which this member listens. */
    public int port() {
        return dialer.port();
    }

    /** Returns the number of connections whose handshake is not complete. */
    int pendingConnections() {
        return dialer.pending.size();
    }

    @Override
    public void open(Handler receiver) {
        handler = receiver;
    }

    @Override
    public boolean introduce(Supplier<String> hello, Duration answerWithin) {
        arrivals.introduce(hello, answerWithin);
        return true;
    }

    Handler handler() {
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
        lookups.ifPresent(found -> found.take().forEach(this::addAddress));
        long now = System.nanoTime();
        long wakeAt = Math.min(untilNanos, Math.min(arrivals.run(now), dialer.run(now, this)));
        long millis = wakeAt == Long.MAX_VALUE ? 1_000 : Math.min(1_000, (wakeAt - now + MILLI - 1) / MILLI);
        if (millis <= 0) {
            selector.selectNow();
        } else {
            selector.select(millis);
        }
        List<SelectionKey> ready = List.copyOf(selector.selectedKeys());
        selector.selectedKeys().clear();
        for (SelectionKey key : ready) {
            if (isAuthenticated(key)) {
                serve(key);
                // Replies to one peer do not wait for the messages of other peers.
                flush();
            }
        }
        long until = System.nanoTime() + STRANGERS_NANOS;
        for (SelectionKey key : ready) {
            // The next turn selects the others again.
            if (!isAuthenticated(key) && System.nanoTime() < until) {
                serve(key);
            }
        }
        flush();
    }

    /** Returns whether the other side has proved who it is, or was dialled by this member. */
    private static boolean isAuthenticated(SelectionKey key) {
        return key.attachment() instanceof PeerConnection connection && (connection.dialled || connection.isOpen());
    }

    @Override
    public void wakeUp() {
        selector.wakeup();
    }

    private void serve(SelectionKey key) throws IOException {
        if (!key.isValid()) {
            return;
        }
        if (!(key.attachment() instanceof PeerConnection)) {
            dialer.accept(this);
        } else if (key.attachment() instanceof PeerConnection connection) {
            attempt(connection, () -> {
                if (key.isConnectable()) {
                    connection.channel.finishConnect();
                    key.interestOps(SelectionKey.OP_READ);
                    connection.connected();
                }
                if (key.isValid() && key.isReadable()) {
                    connection.read();
                }
                connection.flush();
            });
        }
    }

    private interface Step {
        void run() throws IOException;
    }

    /** Sends a note on a connection at once. */
    void sendNow(PeerConnection connection, String note) {
        peers.send(connection, note);
        attempt(connection, connection::flush);
    }

    private void attempt(PeerConnection connection, Step step) {
        if (connection.isClosed()) {
            return;
        }
        try {
            step.run();
        } catch (MalformedMessageException malformed) {
            RejectionCause cause =
                    connection.stream.awaitsProof() ? RejectionCause.UNAUTHENTICATED : RejectionCause.MALFORMED;
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
        if (hello.client()) {
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
                arrivals.add(connection);
            }
        }
    }

    @Override
    public void frameReceived(PeerConnection connection, byte[] frame) {
        traffic.frameReceived();
        frames.handle(connection, connection.peer(), connection.number, frame);
    }

    @Override
    public void reject(PeerConnection connection, RejectionCause cause, String reason) {
        traffic.rejected(cause, String.valueOf(connection.remote), reason);
        boolean wasOpen = clear(connection);
        TcpPeer peer = peers.of(connection);
        if (peer != null && (wasOpen || connection.dialled)) {
            peer.redial.postponeTo(System.nanoTime() + 1_000 * MILLI);
        }
    }

    @Override
    public void lost(PeerConnection connection, IOException cause) {
        TcpPeer peer = peers.of(connection);
        boolean wasOpen = clear(connection);
        if (peer != null) {
            peer.connectionLost(connection, wasOpen, cause, System.nanoTime(), handler());
            if (wasOpen) {
                arrivals.openConnectionLost(peer.id);
            }
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

    void drop(PeerConnection connection) {
        dialer.pending.remove(connection);
        arrivals.remove(connection);
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

    /** Closes the connections before the listening socket. */
    @Override
    public void close() {
        lookups.ifPresent(AddressLookups::close);
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
