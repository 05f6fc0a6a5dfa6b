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

/** The connection state of a peer: its open connection, and when to connect again. */
final class TcpPeer {
    final String id;
    final boolean dialsFirst;
    final List<Envelope> unsent = new ArrayList<>();

    @Nullable
    MemberAddress address;

    @Nullable
    PeerConnection open;

    @Nullable
    PeerConnection dialling;

    final RedialTimes redial;

    /**
     * Creates a peer that is not connected.
     *
     * @param dialsFirst whether this member connects; the peer connects only if that fails
     */
    TcpPeer(String id, boolean dialsFirst, DialSchedule schedule) {
        this.id = id;
        this.dialsFirst = dialsFirst;
        this.redial = new RedialTimes(dialsFirst, schedule);
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

    void opened(PeerConnection connection) {
        open = connection;
        redial.opened();
    }

    void closed(long now) {
        open = null;
        unsent.clear();
        redial.closed(now);
    }

    /**
     * Handles the end of a connection. If the peer closed an open one, its process may have ended, and a probe starts.
     */
    void connectionLost(
            PeerConnection connection, boolean wasOpen, IOException cause, long now, MemberTransport.Handler handler) {
        if (wasOpen) {
            if (isClosedByPeer(cause)) {
                redial.closedByPeer(now);
            }
            handler.peerDisconnected(id, connection.peer().incarnation());
        } else if (connection.dialled && isRefused(cause)) {
            redial.refused(now);
        } else if (connection.dialled) {
            redial.failed(now);
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
