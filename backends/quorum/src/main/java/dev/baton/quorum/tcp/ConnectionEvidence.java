package dev.baton.quorum.tcp;

import dev.baton.quorum.wire.MemberTransport;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** What the beginning and the end of a connection say about the other side. */
final class ConnectionEvidence {
    private ConnectionEvidence() {}

    /**
     * A connection ended, by the other side or because it could not be made. When the other side ended one that was
     * open, its process may have: whoever is then refused knows.
     */
    static void of(
            TcpPeer peer, PeerConnection link, boolean wasOpen, IOException why, long now, MemberTransport.Ears ears) {
        if (wasOpen) {
            // The end of a connection and its reset count alike; a local time-out does not.
            if (isByTheOtherSide(why)) {
                peer.hunt(link.peer().incarnation(), link.loopback, now);
            }
        } else if (link.dialled && isRefused(why)) {
            long ended = peer.suspect;
            peer.refused(now);
            if (ended != 0) {
                ears.gone(peer.id, ended, peer.suspectLoopback && link.loopback);
            }
        } else if (link.dialled) {
            peer.dialLater(now);
        }
    }

    /** Nothing listens there. A time-out is not that. */
    static boolean isRefused(IOException why) {
        return why instanceof ConnectException
                && String.valueOf(why.getMessage()).contains("refused");
    }

    /** The other side has ended it, or its machine says that it is gone; a time-out here is not that. */
    static boolean isByTheOtherSide(IOException why) {
        String message = String.valueOf(why.getMessage());
        return why instanceof EOFException || message.contains("reset") || message.contains("Broken pipe");
    }

    /** Whoever waits to be let in; nobody when it gave up meanwhile, or this process has too many files open. */
    static @Nullable SocketChannel accepted(ServerSocketChannel listener) {
        try {
            return listener.accept();
        } catch (IOException gaveUp) {
            return null;
        }
    }

    /** The address of the other side, for the log. */
    static String remote(PeerConnection link) {
        try {
            return String.valueOf(link.channel.getRemoteAddress());
        } catch (IOException gone) {
            return "somebody who is gone";
        }
    }
}
