package dev.baton.quorum.tcp;

import dev.baton.quorum.step.Envelope;
import dev.baton.quorum.wire.MemberTransport;
import dev.baton.quorum.wire.MessagePacket;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The connection state of a peer: its open connection, the time of the next attempt to connect, and whether its process
 * may have ended.
 *
 * <p>When a peer closes its connection, this member <em>probes</em> it: it connects again at short intervals until the
 * connection is refused or accepted. Neither proves anything about the former process: a relay may have ended.
 */
final class TcpPeer {
    static final long NEVER = Long.MAX_VALUE;
    private static final long MILLI = 1_000_000;
    private static final long FIRST_GAP = MILLI;
    private static final long REFUSED_GAP = 50 * MILLI;
    private static final long MAX_PROBE_GAP = 20 * MILLI;
    private static final long MAX_GAP = 500 * MILLI;
    private static final long OTHER_SIDE_FIRST = 1_000 * MILLI;

    final String id;
    final boolean dialsFirst;
    final List<Envelope> unsent = new ArrayList<>();

    @Nullable
    MemberAddress address;

    @Nullable
    PeerConnection open;

    @Nullable
    PeerConnection dialling;

    long dialAt;
    /** The incarnation of the process that may have ended; 0 for none. */
    long probed;

    private boolean hasBeenOpen;
    private long gap = FIRST_GAP;
    private final long firstContactGap;

    /**
     * Creates a peer that is not connected.
     *
     * @param dialsFirst whether this member connects; the peer connects only if that fails
     */
    TcpPeer(String id, boolean dialsFirst, DialSchedule schedule) {
        this.id = id;
        this.dialsFirst = dialsFirst;
        this.dialAt = schedule.dialAt();
        this.firstContactGap = schedule.retryAfter();
    }

    /** Returns whether the address is known and no connection is open or being opened. */
    boolean isDisconnected() {
        return open == null && dialling == null && address != null;
    }

    List<byte[]> takePackets() {
        List<byte[]> packets = MessagePacket.pack(unsent);
        unsent.clear();
        return packets;
    }

    /** The peer closed the connection: checks at once whether its process has ended. */
    private void startProbe(long incarnation, long now) {
        probed = incarnation;
        gap = FIRST_GAP;
        dialAt = now;
    }

    /**
     * Returns whether the first of two open connections of one process is kept: the one that the right side dialled.
     */
    boolean prefers(PeerConnection first, PeerConnection second) {
        return first.dialled == dialsFirst && second.dialled != dialsFirst;
    }

    void opened(PeerConnection connection) {
        open = connection;
        probed = 0;
        hasBeenOpen = true;
        gap = FIRST_GAP;
        dialAt = NEVER;
    }

    /** Schedules the next attempt after one that failed without an answer. */
    void dialLater(long now) {
        dialAt = now + gap;
        gap = Math.min(2 * gap, probed != 0 ? MAX_PROBE_GAP : MAX_GAP);
    }

    /** Nothing listens there: retries slowly, or faster if the peer was never reached and may be starting. */
    private void refused(long now) {
        probed = 0;
        gap = Math.max(gap, hasBeenOpen ? REFUSED_GAP : firstContactGap);
        dialAt = now + (dialsFirst ? gap : OTHER_SIDE_FIRST);
        gap = Math.min(2 * gap, MAX_GAP);
    }

    void closed(long now) {
        open = null;
        unsent.clear();
        dialAt = Math.min(dialAt, now + (dialsFirst ? gap : OTHER_SIDE_FIRST));
    }

    /**
     * Handles the end of a connection. If the peer closed an open one, its process may have ended, and a probe starts.
     */
    void connectionLost(
            PeerConnection connection, boolean wasOpen, IOException cause, long now, MemberTransport.Handler handler) {
        if (wasOpen) {
            if (isClosedByPeer(cause)) {
                startProbe(connection.peer().incarnation(), now);
            }
            handler.peerDisconnected(id, connection.peer().incarnation());
        } else if (connection.dialled && isRefused(cause)) {
            refused(now);
        } else if (connection.dialled) {
            dialLater(now);
        }
    }

    /** Returns whether nothing listens at the address. */
    private static boolean isRefused(IOException cause) {
        return cause instanceof ConnectException
                && String.valueOf(cause.getMessage()).contains("refused");
    }

    /** Returns whether the peer or its kernel ended the connection, and not a local timeout. */
    private static boolean isClosedByPeer(IOException cause) {
        String message = String.valueOf(cause.getMessage());
        return cause instanceof EOFException || message.contains("reset") || message.contains("Broken pipe");
    }
}
