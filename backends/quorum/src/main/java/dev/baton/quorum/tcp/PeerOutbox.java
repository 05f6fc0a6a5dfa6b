package dev.baton.quorum.tcp;

import dev.baton.quorum.step.Envelope;
import dev.baton.quorum.wire.MessagePacket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What waits to leave: messages are gathered per peer, so that one turn makes one packet. */
final class PeerOutbox {
    static final int PACKET = 1;
    static final int NOTE = 2;

    private final PeerDirectory peers;
    private final Set<PeerConnection> waiting = new LinkedHashSet<>();

    PeerOutbox(PeerDirectory peers) {
        this.peers = peers;
    }

    /** A message to a peer; it is lost when there is no connection. */
    void add(Envelope envelope) {
        TcpPeer peer = peers.get(envelope.to());
        if (peer != null && peer.open != null) {
            peer.add(envelope);
            waiting.add(peer.open);
        }
    }

    void add(PeerConnection link, String note, PeerConnection.Hearing hearing) {
        byte[] content = note.getBytes(StandardCharsets.UTF_8);
        if (content.length < FrameAuthenticator.LONGEST && link.send(NOTE, content, hearing)) {
            waiting.add(link);
        }
    }

    /** Puts what was gathered into its connections, which are to be flushed then. */
    List<PeerConnection> packed(PeerConnection.Hearing hearing) {
        List<PeerConnection> links = List.copyOf(waiting);
        waiting.clear();
        for (PeerConnection link : links) {
            TcpPeer peer = link.greeted().map(hello -> peers.get(hello.from())).orElse(null);
            if (peer != null && peer.open == link) {
                for (MessagePacket packet : peer.takePackets()) {
                    link.send(PACKET, packet.toBytes(), hearing);
                }
            }
        }
        return links;
    }

    void forget(PeerConnection link) {
        waiting.remove(link);
    }
}
