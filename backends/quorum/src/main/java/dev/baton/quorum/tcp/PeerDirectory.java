package dev.baton.quorum.tcp;

import dev.baton.quorum.step.Membership;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The known peers of a member and their addresses. Configured addresses take precedence over received ones. */
final class PeerDirectory {
    private static final int MAX_PEERS = 4 * Membership.MAX_MEMBERS;

    private final TcpSettings settings;
    private final Map<String, TcpPeer> peers = new TreeMap<>();

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
        boolean overridden = settings.peers().containsKey(id)
                && !text.equals(settings.peers().get(id));
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
        return peer != null && peer.probed != 0;
    }
}
