package dev.baton.quorum.tcp;

import dev.baton.quorum.step.Envelope;
import dev.baton.quorum.wire.Packet;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What waits to leave: messages are gathered per peer, so that one turn makes one packet. */
final class Outbox {
    static final int PACKET = 1;
    static final int NOTE = 2;

    private final PeerBook peers;
    private final Set<Link> waiting = new LinkedHashSet<>();

    Outbox(PeerBook peers) {
        this.peers = peers;
    }

    /** A message to a peer; it is lost when there is no connection. */
    void add(Envelope envelope) {
        Peer peer = peers.get(envelope.to());
        if (peer != null && peer.open != null) {
            peer.add(envelope);
            waiting.add(peer.open);
        }
    }

    void add(Link link, String note, Link.Hearing hearing) {
        byte[] content = note.getBytes(StandardCharsets.UTF_8);
        if (content.length < Seal.LONGEST && link.send(NOTE, content, hearing)) {
            waiting.add(link);
        }
    }

    /** Puts what was gathered into its connections, which are to be flushed then. */
    List<Link> packed(Link.Hearing hearing) {
        List<Link> links = List.copyOf(waiting);
        waiting.clear();
        for (Link link : links) {
            Peer peer = link.greeted().map(hello -> peers.get(hello.from())).orElse(null);
            if (peer != null && peer.open == link) {
                for (Packet packet : peer.takePackets()) {
                    link.send(PACKET, packet.toBytes(), hearing);
                }
            }
        }
        return links;
    }

    void forget(Link link) {
        waiting.remove(link);
    }
}
