package dev.baton.quorum.tcp;

import dev.baton.quorum.step.Membership;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The peers that a member knows of, and where they listen. What the settings say goes before what others say. */
final class PeerDirectory {
    private static final int MOST_PEERS = 4 * Membership.MOST_MEMBERS;

    private final TcpSettings settings;
    private final Map<String, TcpPeer> peers = new TreeMap<>();

    PeerDirectory(TcpSettings settings) {
        this.settings = settings;
        settings.peers().forEach(this::learn);
    }

    /** A peer that is known. */
    @Nullable
    TcpPeer get(String id) {
        return peers.get(id);
    }

    /** A peer that is known from now on, unless there are too many. */
    @Nullable
    TcpPeer getOrAdd(String id) {
        TcpPeer known = peers.get(id);
        if (known == null && peers.size() < MOST_PEERS) {
            boolean dialsFirst = settings.self().compareTo(id) < 0;
            known = new TcpPeer(id, dialsFirst, DialSchedule.of(id, settings, System.nanoTime()));
            peers.put(id, known);
        }
        return known;
    }

    Collection<TcpPeer> all() {
        return peers.values();
    }

    /** The peer at the other end of a link. */
    @Nullable
    TcpPeer of(PeerConnection link) {
        if (link.dialled) {
            return peers.get(link.mine.to());
        }
        return link.greeted().map(hello -> peers.get(hello.from())).orElse(null);
    }

    void learn(String id, String text) {
        boolean settled = settings.peers().containsKey(id)
                && !text.equals(settings.peers().get(id));
        if (id.equals(settings.self()) || text.isEmpty() || settled) {
            return;
        }
        TcpPeer peer = getOrAdd(id);
        MemberAddress known = peer == null ? null : peer.address;
        if (peer != null && (known == null || !known.toString().equals(text))) {
            try {
                peer.address = MemberAddress.parse(text);
            } catch (IllegalArgumentException wrong) {
                // Somebody's mistake; an address that is known stays.
            }
        }
    }

    Map<String, String> addresses() {
        Map<String, String> all = new TreeMap<>();
        peers.forEach((id, peer) -> {
            if (peer.address != null) {
                all.put(id, peer.address.toString());
            }
        });
        return all;
    }

    Set<String> linked() {
        Set<String> ids = new TreeSet<>();
        peers.forEach((id, peer) -> {
            if (peer.open != null) {
                ids.add(id);
            }
        });
        return ids;
    }

    boolean isHunted(String id) {
        TcpPeer peer = peers.get(id);
        return peer != null && peer.suspect != 0;
    }
}
