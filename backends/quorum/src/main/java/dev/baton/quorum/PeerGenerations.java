package dev.baton.quorum;

import java.util.HashMap;
import java.util.Map;

/**
 * How many writes of votes the disk of each peer has confirmed, as far as this member knows. An earlier copy of that disk has
 * confirmed fewer.
 */
final class PeerGenerations {
    private final Map<String, Known> known = new HashMap<>();

    private record Known(long store, long incarnation, long generation) {
        boolean isStart(long otherStore, long otherIncarnation) {
            return store == otherStore && incarnation == otherIncarnation;
        }
    }

    /**
     * Returns whether another start of a peer lacks votes that its disk had. A running process cannot lose votes: its
     * introduction on a second connection may be older than what it has announced on the first.
     */
    boolean hasGoneBack(String peer, long store, long incarnation, long generation) {
        Known before = known.get(peer);
        return before != null
                && before.store() == store
                && before.incarnation() != incarnation
                && generation < before.generation();
    }

    /** A peer was accepted. */
    void accepted(String peer, long store, long incarnation, long generation) {
        known.merge(
                peer,
                new Known(store, incarnation, generation),
                (before, now) -> before.isStart(store, incarnation) && before.generation() > generation ? before : now);
    }

    /** An accepted peer has announced its present number. */
    void announced(String peer, long generation) {
        known.computeIfPresent(
                peer,
                (name, before) ->
                        new Known(before.store(), before.incarnation(), Math.max(before.generation(), generation)));
    }
}
