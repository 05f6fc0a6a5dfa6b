package dev.baton.quorum.wire;

import dev.baton.quorum.step.Envelope;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Connects a member with its peers and clients. Only the member's thread may call the methods, except {@link #wakeUp}
 * and {@link #traffic}. Only {@link #poll} and {@link #close} block.
 */
public interface MemberTransport extends AutoCloseable {

    /** Starts receiving. {@link #poll} passes everything received to the handler. */
    void open(Handler handler) throws IOException;

    /**
     * Sets the note that introduces this member to its peers: it must be the first thing that a peer receives.
     *
     * @param answerWithin how long a connected peer may take to answer a challenge before it counts as ended
     * @return whether this transport sends it; otherwise the member sends it after {@link Handler#peerConnected}
     */
    default boolean introduce(Supplier<String> hello, Duration answerWithin) {
        return false;
    }

    /** Queues a message until the next {@link #flush}. It is lost if its receiver is not connected. */
    void send(Envelope envelope);

    /** Sends a line of JSON that no election depends on. It is lost if its receiver is not connected. */
    void sendNote(String peer, String note);

    /** Sends a line of JSON to a client. */
    void reply(long client, String note);

    /** Sends all queued messages in as few packets as possible. */
    void flush();

    /** Waits until data arrives or the time is reached, and calls the handler. */
    void poll(long untilNanos) throws IOException;

    /** Ends a wait in {@link #poll}. Thread-safe. */
    void wakeUp();

    /** Returns the peers that are connected now. */
    Set<String> connectedPeers();

    /** Adds the address of a peer. A configured address takes precedence. */
    default void addAddress(String peer, String address) {}

    /** Returns the known addresses of this member and its peers; empty if the transport does not use addresses. */
    default Map<String, String> addresses() {
        return Map.of();
    }

    /** Returns the traffic since the start. Thread-safe. */
    TrafficStats traffic();

    @Override
    void close();

    /** Receives the events of a transport. Peers and clients are authenticated. A client ignores those for members. */
    interface Handler {

        default void messageReceived(Envelope envelope) {}

        void noteReceived(String peer, String note);

        default void requestReceived(long client, String note) {}

        default void clientDisconnected(long client) {}

        void peerConnected(String peer);

        /** Returns why a peer must be refused; empty if it may connect. Called before {@link #peerIntroduced}. */
        default Optional<String> objection(String peer, long incarnation, MemberHello hello) {
            return Optional.empty();
        }

        /** A peer has introduced itself, before its first message and before {@link #peerConnected}. */
        default void peerIntroduced(String peer, long incarnation, MemberHello hello) {}

        /** The connection to a peer has ended, which says nothing about its process. */
        default void peerDisconnected(String peer, long incarnation) {}
    }
}
