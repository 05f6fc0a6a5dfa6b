package dev.baton.quorum.tcp;

import dev.baton.quorum.step.Envelope;
import dev.baton.quorum.step.Membership;
import dev.baton.quorum.stream.FrameAuthenticator;
import dev.baton.quorum.stream.PeerStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The known peers of a member and their addresses, and the messages that wait for the next flush. Configured addresses
 * take precedence over received ones.
 */
final class PeerDirectory {
    private static final int MAX_PEERS = 4 * Membership.MAX_MEMBERS;

    private final TcpSettings settings;
    private final Map<String, TcpPeer> peers = new TreeMap<>();
    private final Set<PeerConnection> waiting = new LinkedHashSet<>();

    PeerDirectory(TcpSettings settings) {
        this.settings = settings;
        settings.peers().forEach(this::addAddress);
    }

    @Nullable
    TcpPeer get(String id) {
        return peers.get(id);
    }

    /** Returns the peer, added if necessary; null if there are too many. */
    @Nullable
    TcpPeer getOrAdd(String id) {
        TcpPeer known = peers.get(id);
        if (known == null && peers.size() < MAX_PEERS) {
            boolean dialsFirst = settings.self().compareTo(id) < 0;
            known = new TcpPeer(id, dialsFirst, DialSchedule.of(id, settings, System.nanoTime()));
            peers.put(id, known);
        }
        return known;
    }

    Collection<TcpPeer> all() {
        return peers.values();
    }

    /** Returns the peer at the other end of a connection, as far as it is known. */
    @Nullable
    TcpPeer of(PeerConnection connection) {
        if (connection.dialled) {
            return peers.get(connection.ownHello.to());
        }
        return connection.receivedHello().map(hello -> peers.get(hello.from())).orElse(null);
    }

    void addAddress(String id, String text) {
        String configured = settings.peers().getOrDefault(id, "");
        boolean overridden = !configured.isEmpty() && !text.equals(configured);
        if (id.equals(settings.self()) || text.isEmpty() || overridden) {
            return;
        }
        TcpPeer peer = getOrAdd(id);
        MemberAddress known = peer == null ? null : peer.address;
        if (peer != null && (known == null || !known.toString().equals(text))) {
            try {
                peer.address = MemberAddress.parse(text);
            } catch (IllegalArgumentException invalid) {
                // A peer sent an invalid address. A known address stays.
            }
        }
    }

    Map<String, String> addresses() {
        Map<String, String> addresses = new TreeMap<>();
        peers.forEach((id, peer) -> {
            if (peer.address != null) {
                addresses.put(id, peer.address.toString());
            }
        });
        return addresses;
    }

    Set<String> connected() {
        return peers.values().stream()
                .filter(peer -> peer.open != null)
                .map(peer -> peer.id)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    boolean isProbed(String id) {
        TcpPeer peer = peers.get(id);
        return peer != null && peer.redial.isProbing();
    }

    /** Queues a message. It is lost if its receiver is not connected. */
    void send(Envelope envelope) {
        TcpPeer peer = peers.get(envelope.to());
        if (peer != null && peer.open != null) {
            peer.unsent.add(envelope);
            waiting.add(peer.open);
        }
    }

    void send(PeerConnection connection, String note) {
        byte[] content = note.getBytes(StandardCharsets.UTF_8);
        if (content.length < FrameAuthenticator.MAX_CONTENT && connection.send(PeerStream.NOTE, content)) {
            waiting.add(connection);
        }
    }

    /** Moves the queued messages into their connections and returns these connections, which the caller flushes. */
    List<PeerConnection> takeWaiting() {
        List<PeerConnection> connections = List.copyOf(waiting);
        waiting.clear();
        for (PeerConnection connection : connections) {
            TcpPeer peer = of(connection);
            if (peer != null && peer.open == connection) {
                peer.takePackets().forEach(packet -> connection.send(PeerStream.PACKET, packet));
            }
        }
        return connections;
    }

    void removeWaiting(PeerConnection connection) {
        waiting.remove(connection);
    }
}
