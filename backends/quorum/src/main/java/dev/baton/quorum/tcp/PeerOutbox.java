package dev.baton.quorum.tcp;

import dev.baton.quorum.step.Envelope;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Queues messages per peer until the next flush, so that they leave in as few packets as possible. */
final class PeerOutbox {
    static final int PACKET = 1;
    static final int NOTE = 2;

    private final PeerDirectory peers;
    private final Set<PeerConnection> waiting = new LinkedHashSet<>();

    PeerOutbox(PeerDirectory peers) {
        this.peers = peers;
    }

    /** Queues a message. It is lost if its receiver is not connected. */
    void add(Envelope envelope) {
        TcpPeer peer = peers.get(envelope.to());
        if (peer != null && peer.open != null) {
            peer.unsent.add(envelope);
            waiting.add(peer.open);
        }
    }

    void add(PeerConnection connection, String note) {
        byte[] content = note.getBytes(StandardCharsets.UTF_8);
        if (content.length < FrameAuthenticator.MAX_CONTENT && connection.send(NOTE, content)) {
            waiting.add(connection);
        }
    }

    /** Moves the queued messages into their connections and returns these connections, which the caller flushes. */
    List<PeerConnection> take() {
        List<PeerConnection> connections = List.copyOf(waiting);
        waiting.clear();
        for (PeerConnection connection : connections) {
            TcpPeer peer = peers.of(connection);
            if (peer != null && peer.open == connection) {
                peer.takePackets().forEach(packet -> connection.send(PACKET, packet));
            }
        }
        return connections;
    }

    void remove(PeerConnection connection) {
        waiting.remove(connection);
    }
}
