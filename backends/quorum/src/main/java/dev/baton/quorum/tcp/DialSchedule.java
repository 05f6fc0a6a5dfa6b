package dev.baton.quorum.tcp;

import java.util.HashSet;
import java.util.Set;

/**
 * When a member that has just been started connects to another one.
 *
 * <p>Among {@code n} members there are {@code n(n-1)/2} connections, and a leader needs a quarter of them. So when a
 * large group is started at once, those who are a majority by their names connect first, and elect; the others come one
 * after the other. A small group has nothing to gain by that.
 *
 * @param dialAt when to try first
 * @param retryAfter how long to wait for one that has never been there
 */
record DialSchedule(long dialAt, long retryAfter) {
    private static final long MILLI = 1_000_000;
    private static final int SMALL_GROUP = 10;
    private static final long TURN = 16 * MILLI;
    private static final long SHORTEST_RETRY = 10 * MILLI;

    static DialSchedule of(String peer, TcpSettings settings, long now) {
        Set<String> names = new HashSet<>(settings.peers().keySet());
        names.add(settings.self());
        int size = names.size();
        long patience = settings.self().compareTo(peer) < 0 ? 0 : (20 + 4L * size) * MILLI;
        long turn = Math.max(rank(settings.self(), names), rank(peer, names));
        boolean isLater = size > SMALL_GROUP && turn > size / 2;
        return new DialSchedule(
                now + patience + (isLater ? turn * TURN : 0), Math.max(SHORTEST_RETRY, 2L * size * MILLI));
    }

    private static int rank(String id, Set<String> names) {
        int before = 0;
        for (String name : names) {
            before += name.compareTo(id) < 0 ? 1 : 0;
        }
        return before;
    }
}
