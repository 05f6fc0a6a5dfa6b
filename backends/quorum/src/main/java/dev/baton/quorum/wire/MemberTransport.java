package dev.baton.quorum.wire;

import dev.baton.quorum.step.Envelope;
import java.io.IOException;
import java.util.Map;
import java.util.Set;

/**
 * How a member reaches the others. All methods but {@link #wakeUp} and {@link #traffic} belong to the one thread
 * of the member, and none but {@link #await} waits.
 */
public interface MemberTransport extends AutoCloseable {

    /** Starts listening; whatever comes is told to the ears, from within {@link #await}. */
    void open(Ears ears) throws IOException;

    /** Hands a message to the network, at the latest at the next {@link #flush}; lost when its receiver is out of reach. */
    void send(Envelope envelope);

    /** Sends a line of JSON that no election depends on; lost when its receiver is out of reach. */
    void tell(String peer, String note);

    /** Answers a client. */
    void answer(long client, String note);

    /** What was sent since the last flush leaves now, in as few packets as it fits. */
    void flush();

    /** Waits until something comes or the time has come, and tells the ears what came. */
    void await(long untilNanos) throws IOException;

    /** Ends a wait, from any thread. */
    void wakeUp();

    /** Who is reached at the moment. */
    Set<String> linked();

    /** Where a peer listens, as somebody said. */
    void learn(String peer, String address);

    /** Where this member and those it knows of listen; empty where that means nothing. */
    Map<String, String> addresses();

    /** What went over the network so far. */
    TrafficStats traffic();

    @Override
    void close();

    /** What a transport tells its member. */
    interface Ears {
        /** A message of a peer that proved who it is. */
        void received(Envelope envelope);

        /** A note of a peer that proved who it is. */
        void noted(String peer, String note);

        /** A client, which is no member but has the key, asks something. */
        void asked(long client, String note);

        /** A client is gone. */
        void left(long client);

        /** A peer can be reached now. */
        void linked(String peer);

        /** A peer's process is known to have ended. */
        void gone(String peer, long incarnation, boolean loopback);
    }
}
