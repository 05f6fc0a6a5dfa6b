package dev.baton.quorum.tcp;

/**
 * When to connect to a peer again. The caller reports what happened with the time of it; there is no clock and no socket.
 *
 * <p>When a peer closes its connection, this member <em>probes</em> it: it connects again at short intervals until the
 * connection is refused or accepted. Neither proves anything about the former process: a relay may have ended.
 */
final class RedialTimes {
    static final long NEVER = Long.MAX_VALUE;
    private static final long MILLI = 1_000_000;
    private static final long FIRST_GAP = MILLI;
    private static final long REFUSED_GAP = 50 * MILLI;
    private static final long MAX_PROBE_GAP = 20 * MILLI;
    private static final long MAX_GAP = 500 * MILLI;
    private static final long OTHER_SIDE_FIRST = 1_000 * MILLI;

    private final boolean dialsFirst;
    private final long firstContactGap;
    private long dialAt;
    private boolean probing;
    private boolean hasBeenOpen;
    private long gap = FIRST_GAP;

    /** @param dialsFirst whether this member connects; the peer connects only if that fails */
    RedialTimes(boolean dialsFirst, DialSchedule schedule) {
        this.dialsFirst = dialsFirst;
        this.dialAt = schedule.dialAt();
        this.firstContactGap = schedule.retryAfter();
    }

    /** Returns when to connect; {@link #NEVER} while a connection is open. */
    long dialAt() {
        return dialAt;
    }

    boolean isDue(long now) {
        return now >= dialAt;
    }

    /** Returns whether the peer closed its connection, and was neither refused nor reached since. */
    boolean isProbing() {
        return probing;
    }

    /** A connection is open. */
    void opened() {
        probing = false;
        hasBeenOpen = true;
        gap = FIRST_GAP;
        dialAt = NEVER;
    }

    /** An attempt failed without an answer, or was not possible. */
    void failed(long now) {
        dialAt = now + gap;
        gap = Math.min(2 * gap, probing ? MAX_PROBE_GAP : MAX_GAP);
    }

    /** Nothing listens there: retries slowly, or faster if the peer was never reached and may be starting. */
    void refused(long now) {
        probing = false;
        gap = Math.max(gap, hasBeenOpen ? REFUSED_GAP : firstContactGap);
        dialAt = now + (dialsFirst ? gap : OTHER_SIDE_FIRST);
        gap = Math.min(2 * gap, MAX_GAP);
    }

    /** The open connection has ended. */
    void closed(long now) {
        dialAt = Math.min(dialAt, now + (dialsFirst ? gap : OTHER_SIDE_FIRST));
    }

    /** The peer, or its kernel, has ended the open connection. */
    void closedByPeer(long now) {
        probing = true;
        gap = FIRST_GAP;
        dialAt = now;
    }

    /** The peer must not be connected to before this time. */
    void postponeTo(long time) {
        dialAt = time;
    }
}
