package dev.baton.quorum.wire;

import dev.baton.quorum.step.Envelope;
import java.io.IOException;
import java.util.Map;
import java.util.Set;

/**
 * Connects a member with its peers and clients. Only the member's thread may call the methods, except {@link #wakeUp}
 * and {@link #traffic}. Only {@link #poll} and {@link #close} block.
 */
public interface MemberTransport extends AutoCloseable {

    /** Starts receiving. {@link #poll} passes everything received to the handler. */
    void open(Handler handler) throws IOException;

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

        /**
         * The process of a peer has ended, as far as the transport can tell.
         *
         * @param incarnation the process that ended
         * @param loopback whether both processes run on this machine, so that the kernel has proved it
         */
        default void peerEnded(String peer, long incarnation, boolean loopback) {}
    }
}
