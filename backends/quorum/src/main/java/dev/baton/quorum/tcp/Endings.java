package dev.baton.quorum.tcp;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** What the beginning and the end of a connection say about the other side. */
final class Endings {
    private Endings() {}

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
    static String remote(Link link) {
        try {
            return String.valueOf(link.channel.getRemoteAddress());
        } catch (IOException gone) {
            return "somebody who is gone";
        }
    }
}
