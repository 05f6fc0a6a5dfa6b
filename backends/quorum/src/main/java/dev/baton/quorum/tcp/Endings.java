package dev.baton.quorum.tcp;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;

/** What the end of a connection says about the other side. */
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

    /** The address of the other side, for the log. */
    static String remote(Link link) {
        try {
            return String.valueOf(link.channel.getRemoteAddress());
        } catch (IOException gone) {
            return "somebody who is gone";
        }
    }
}
