package dev.baton.quorum.tcp;

import java.util.HashSet;
import java.util.Set;

/**
 * When a member that has just started connects to a peer.
 *
 * <p>A group of {@code n} members has {@code n(n-1)/2} connections, and a leader needs a quarter of them. When a large
 * group starts, the first majority by name connects and elects at once; the other members follow one by one. All
 * members of a small group connect at once.
 *
 * @param dialAt the time of the first attempt
 * @param retryAfter the pause between attempts until the peer is reached for the first time
 */
record DialSchedule(long dialAt, long retryAfter) {
    private static final long MILLI = 1_000_000;
    private static final int SMALL_GROUP = 10;
    private static final long TURN = 16 * MILLI;
    private static final long MIN_RETRY = 10 * MILLI;

    static DialSchedule of(String peer, TcpSettings settings, long now) {
        Set<String> names = new HashSet<>(settings.peers().keySet());
        names.add(settings.self());
        int size = names.size();
        // Of each pair the first by name connects; the other one waits for it.
        long wait = settings.self().compareTo(peer) < 0 ? 0 : (20 + 4L * size) * MILLI;
        long turn = Math.max(rank(settings.self(), names), rank(peer, names));
        boolean isLater = size > SMALL_GROUP && turn > size / 2;
        return new DialSchedule(now + wait + (isLater ? turn * TURN : 0), Math.max(MIN_RETRY, 2L * size * MILLI));
    }

    private static long rank(String id, Set<String> names) {
        return names.stream().filter(name -> name.compareTo(id) < 0).count();
    }
}
