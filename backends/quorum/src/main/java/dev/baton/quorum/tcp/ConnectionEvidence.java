package dev.baton.quorum.tcp;

import dev.baton.quorum.wire.MemberTransport;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;

/** Evidence about the process of a peer, from the end of a connection or a failed attempt to connect. */
final class ConnectionEvidence {
    private ConnectionEvidence() {}

    /**
     * Handles the end of a connection. If the peer closed an open one, its process may have ended, and a probe starts.
     * A refused connection after that proves it.
     */
    static void connectionLost(
            TcpPeer peer,
            PeerConnection connection,
            boolean wasOpen,
            IOException cause,
            long now,
            MemberTransport.Handler handler) {
        if (wasOpen) {
            if (isClosedByPeer(cause)) {
                peer.startProbe(connection.peer().incarnation(), connection.isLoopback(), now);
            }
        } else if (connection.dialled && isRefused(cause)) {
            long ended = peer.probed;
            peer.refused(now);
            if (ended != 0) {
                handler.peerEnded(peer.id, ended, peer.probedOnLoopback && connection.isLoopback());
            }
        } else if (connection.dialled) {
            peer.dialLater(now);
        }
    }

    /** Returns whether nothing listens at the address. A timeout does not prove that. */
    static boolean isRefused(IOException cause) {
        return cause instanceof ConnectException
                && String.valueOf(cause.getMessage()).contains("refused");
    }

    /** Returns whether the peer or its kernel ended the connection, and not a local timeout. */
    static boolean isClosedByPeer(IOException cause) {
        String message = String.valueOf(cause.getMessage());
        return cause instanceof EOFException || message.contains("reset") || message.contains("Broken pipe");
    }
}
