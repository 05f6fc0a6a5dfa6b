package dev.baton.quorum.tcp;

import dev.baton.quorum.stream.HelloMessage;
import dev.baton.quorum.wire.MemberTransport;
import dev.baton.quorum.wire.PeerArrivals;
import dev.baton.quorum.wire.RejectionCause;
import java.util.Objects;
import java.util.Optional;

/** The TCP connections whose handshake is complete, for the admission of peers. */
record AuthenticatedConnections(TcpTransport transport, PeerDirectory peers)
        implements PeerArrivals.Connections<PeerConnection> {

    @Override
    public String peer(PeerConnection connection) {
        return connection.peer().from();
    }

    @Override
    public long incarnation(PeerConnection connection) {
        return connection.peer().incarnation();
    }

    @Override
    public Optional<PeerConnection> open(String peer) {
        return Optional.ofNullable(peers.get(peer)).map(known -> known.open);
    }

    @Override
    public boolean prefers(PeerConnection first, PeerConnection second) {
        return first.stream.isOpenedByFirst() && !second.stream.isOpenedByFirst();
    }

    @Override
    public void send(PeerConnection connection, String note) {
        transport.sendNow(connection, note);
    }

    @Override
    public void use(PeerConnection connection) {
        HelloMessage hello = connection.peer();
        TcpPeer peer = Objects.requireNonNull(peers.get(hello.from()));
        if (peer.dialling == connection) {
            peer.dialling = null;
        }
        peer.opened(connection);
        peers.addAddress(hello.from(), hello.address());
    }

    @Override
    public void drop(PeerConnection connection) {
        transport.drop(connection);
    }

    @Override
    public void reject(PeerConnection connection, String reason) {
        transport.reject(connection, RejectionCause.MISTAKEN, reason);
    }

    @Override
    public MemberTransport.Handler handler() {
        return transport.handler();
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }
}
