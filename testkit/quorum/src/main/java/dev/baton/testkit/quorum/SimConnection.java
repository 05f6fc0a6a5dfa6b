package dev.baton.testkit.quorum;

import dev.baton.quorum.step.Envelope;
import java.util.List;
import java.util.Optional;

/** One end of a connection, as the process at this end uses it. */
interface SimConnection {

    /** Returns the name of the peer, as far as this process knows. */
    String peer();

    /** Returns the start of the peer's process, as far as this process knows. */
    long incarnation();

    /** Returns the process that is really at the other end; empty if it is a third party. */
    Optional<MemberProcess> far();

    /** Returns the node to which this process, or its peer, connects again after the end; empty if to none. */
    Optional<SimNode> reconnectsTo();

    boolean isClosed();

    /** Returns whether the other end still uses the connection. */
    boolean isUsedByFar();

    /** Returns whether this one of two connections between the same processes is kept, and the other one is not. */
    boolean isPreferredTo(SimConnection other);

    /** Sends messages to the peer. */
    void send(List<Envelope> envelopes);

    /** Sends a note to the peer. */
    void send(String note);

    /** This end is not used any more. The other end learns of it. */
    void close();

    /** A third party, or the kernel of a process that has ended, closes the connection. Both processes learn of it. */
    void cut();

    /** This process knows that the connection has ended. */
    void forget();
}
