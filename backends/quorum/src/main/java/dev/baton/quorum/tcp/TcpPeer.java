package dev.baton.quorum.tcp;

import dev.baton.quorum.step.Envelope;
import dev.baton.quorum.wire.MessagePacket;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Another member, as this one reaches it: the open link if there is one, when to dial next, and whether its last
 * process may have ended.
 */
final class TcpPeer {
    static final long NEVER = Long.MAX_VALUE;
    private static final long MILLI = 1_000_000;
    private static final long FIRST_GAP = MILLI;
    private static final long FORMER_GAP = 50 * MILLI;
    private static final long LONGEST_HUNT = 20 * MILLI;
    private static final long LONGEST_GAP = 500 * MILLI;
    private static final long PATIENCE = 1_000 * MILLI;

    final String id;
    final boolean dialsFirst;

    @Nullable
    MemberAddress address;

    @Nullable
    PeerConnection open;

    @Nullable
    PeerConnection dialling;

    long dialAt;
    /** The process whose connection ended by its side, until it is known what became of it; 0 for none. */
    long suspect;

    boolean suspectLoopback;
    private boolean hasBeenOpen;
    private long gap = FIRST_GAP;
    private final long strangersGap;
    private final List<MessagePacket> packets = new ArrayList<>();

    /**
     * A peer that is not connected.
     *
     * @param dialsFirst whether it is this member's part to connect; the other side does it when that fails
     * @param opening when to try
     */
    TcpPeer(String id, boolean dialsFirst, DialSchedule opening) {
        this.id = id;
        this.dialsFirst = dialsFirst;
        this.dialAt = opening.dialAt();
        this.strangersGap = opening.retryAfter();
    }

    /** Whether it is known where it is, and nothing leads there. */
    boolean isApart() {
        return open == null && dialling == null && address != null;
    }

    void add(Envelope envelope) {
        if (packets.isEmpty() || !packets.get(packets.size() - 1).add(envelope)) {
            packets.add(MessagePacket.of(envelope));
        }
    }

    List<MessagePacket> takePackets() {
        if (packets.isEmpty()) {
            return List.of();
        }
        List<MessagePacket> taken = List.copyOf(packets);
        packets.clear();
        return taken;
    }

    /** Its side ended the connection: find out at once whether its process has ended. */
    void hunt(long incarnation, boolean loopback, long now) {
        suspect = incarnation;
        suspectLoopback = loopback;
        gap = FIRST_GAP;
        dialAt = now;
    }

    /**
     * Whether the first of two open links is the one to keep: that of the later process; of one process, the one
     * that the side dialled whose part it is.
     */
    boolean prefers(PeerConnection first, PeerConnection second) {
        long before = first.peer().incarnation();
        long after = second.peer().incarnation();
        return before == after ? first.dialled == dialsFirst && second.dialled != dialsFirst : before > after;
    }

    void opened(PeerConnection link) {
        open = link;
        hasBeenOpen = true;
        gap = FIRST_GAP;
        dialAt = NEVER;
    }

    /** This side ended the connection, or it never came to be. */
    void dialLater(long now) {
        dialAt = now + gap;
        gap = Math.min(2 * gap, suspect != 0 ? LONGEST_HUNT : LONGEST_GAP);
    }

    /** Nothing listens there: no need to hurry, unless it has never been there, as when all are being started. */
    void refused(long now) {
        suspect = 0;
        gap = Math.max(gap, hasBeenOpen ? FORMER_GAP : strangersGap);
        dialAt = now + (dialsFirst ? gap : PATIENCE);
        gap = Math.min(2 * gap, LONGEST_GAP);
    }

    void closed(long now) {
        open = null;
        dialAt = Math.min(dialAt, now + (dialsFirst ? gap : PATIENCE));
    }
}
