package dev.baton.quorum.stream;

import dev.baton.quorum.wire.ClusterKey;
import dev.baton.quorum.wire.MalformedMessageException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One side of a stream of bytes: first the handshake, then authenticated frames. It decides from the received bytes alone
 * what is sent, who the other side is and which frames are accepted. The bytes may arrive in any pieces. A {@link
 * MalformedMessageException} means that the stream must be closed.
 */
public final class PeerStream {
    /** The type of a frame with messages of elections. */
    public static final int PACKET = 1;

    /** The type of a frame with a note. */
    public static final int NOTE = 2;

    /** How long the rest of a message may take after its first bytes. */
    private static final long PART_TIMEOUT_NANOS = 10_000_000_000L;

    private static final int INITIAL_BUFFER = HandshakeProofs.MAX_HELLO + HandshakeProofs.PROOF;

    private final ClusterKey key;
    private final HelloMessage ownHello;
    private final boolean dialled;
    private final Events events;
    private ByteBuffer in = ByteBuffer.allocate(INITIAL_BUFFER);
    private boolean closed;
    /** How many messages have arrived completely. */
    private long handled;
    /** The same when a part of the next message was first seen, and when that was. */
    private long handledBefore = -1;

    private long partSince;
    private @Nullable HelloMessage peerHello;
    private @Nullable HandshakeProofs proofs;
    private @Nullable FrameAuthenticator outgoing;
    private @Nullable FrameAuthenticator incoming;

    /** Receives what follows from the received bytes, in their order. */
    public interface Events {
        /** These bytes are for the other side. */
        void send(ByteBuffer bytes);

        /** Both sides are authenticated, and each is the one that the other wants to reach. */
        void opened();

        /** The other side has the cluster key, but it is not the one that must be here. */
        void mistaken(String reason);

        void frameReceived(byte[] typeAndContent);
    }

    /** @param dialled whether this side opens the stream; its hello message then names the member that it wants to reach */
    public PeerStream(ClusterKey key, HelloMessage ownHello, boolean dialled, Events events) {
        this.key = key;
        this.ownHello = ownHello;
        this.dialled = dialled;
        this.events = events;
    }

    /** Begins the handshake of a stream that this side opened. */
    public void start() {
        events.send(withLength(ownHello.toBytes()));
    }

    /** Returns the buffer for received bytes, which has room for at least one. {@link #received} handles them. */
    public ByteBuffer buffer() {
        return in;
    }

    /** Handles the bytes that were put into the buffer. */
    public void received() {
        in.flip();
        while (in.remaining() >= 2 && !closed) {
            int length = in.getShort(in.position()) & 0xFFFF;
            if (!isOpen() && length > HandshakeProofs.MAX_HELLO - 2) {
                throw new MalformedMessageException("hello of " + length + " bytes is too long");
            }
            if (in.remaining() < 2 + length) {
                makeRoom(2 + length);
                return;
            }
            int from = in.arrayOffset() + in.position() + 2;
            in.position(in.position() + 2 + length);
            handled++;
            handle(in.array(), from, length);
        }
        in.compact();
    }

    private void makeRoom(int needed) {
        if (needed > in.capacity()) {
            in = ByteBuffer.allocate(needed).put(in);
        } else {
            in.compact();
        }
    }

    private void handle(byte[] bytes, int from, int length) {
        FrameAuthenticator authenticator = incoming;
        if (authenticator != null) {
            events.frameReceived(authenticator.open(bytes, from, length));
            return;
        }
        byte[] part = Arrays.copyOfRange(bytes, from, from + length);
        HandshakeProofs started = proofs;
        if (started == null) {
            handleHello(part);
        } else {
            handleProof(part, started);
        }
    }

    private void handleHello(byte[] hello) {
        peerHello = HelloMessage.read(hello);
        byte[] own = ownHello.toBytes();
        HandshakeProofs started =
                dialled ? new HandshakeProofs(key, own, hello, true) : new HandshakeProofs(key, hello, own, false);
        proofs = started;
        if (!dialled) {
            events.send(withLength(own));
            events.send(withLength(started.ownProof()));
        }
    }

    private void handleProof(byte[] proof, HandshakeProofs started) {
        MalformedMessageException.require(started.isPeerProof(proof), "no proof of the cluster key");
        if (dialled) {
            events.send(withLength(started.ownProof()));
        }
        outgoing = started.outgoing();
        incoming = started.incoming();
        if (isMeant(peer())) {
            events.opened();
        } else {
            events.mistaken("its name is " + peer().from() + " and it wants to reach " + peer().to()
                    + "; give every member a different name");
        }
    }

    /** Returns whether both sides reached the member they wanted, and are not the same member. */
    private boolean isMeant(HelloMessage hello) {
        boolean wanted = dialled ? hello.from().equals(ownHello.to()) : hello.isFor(ownHello.from());
        return wanted && (hello.client() || !hello.from().equals(ownHello.from()));
    }

    /** Returns the next frame; empty if the other side is not authenticated. */
    public Optional<ByteBuffer> seal(int type, byte[] content) {
        return Optional.ofNullable(outgoing).map(authenticator -> authenticator.seal(type, content));
    }

    /** Ignores everything that is received from now on. */
    public void close() {
        closed = true;
    }

    /** Returns whether both sides are authenticated. */
    public boolean isOpen() {
        return incoming != null;
    }

    /** Returns whether the other side has sent its hello message, and no proof yet. */
    public boolean awaitsProof() {
        return proofs != null && incoming == null;
    }

    /**
     * Returns until when the rest of a message must have arrived; {@link Long#MAX_VALUE} if nothing is missing. After that
     * the stream must be closed: a changed length lets this side wait for bytes that never come.
     *
     * @param now the time on the clock of the caller
     */
    public long partDeadline(long now) {
        if (in.position() == 0) {
            return Long.MAX_VALUE;
        }
        if (handledBefore != handled) {
            handledBefore = handled;
            partSince = now;
        }
        return partSince + PART_TIMEOUT_NANOS;
    }

    /** Returns the hello message of the other side, which proves nothing before the stream is open. */
    public Optional<HelloMessage> receivedHello() {
        return Optional.ofNullable(peerHello);
    }

    /** Returns the hello message of the other side of an open stream. */
    public HelloMessage peer() {
        return receivedHello().orElseThrow();
    }

    /**
     * Returns whether the member whose name comes first has opened this stream. Of two streams between the same processes,
     * such a one is kept.
     */
    public boolean isOpenedByFirst() {
        return dialled == ownHello.from().compareTo(peer().from()) < 0;
    }

    /** Returns bytes with their length in front. */
    public static ByteBuffer withLength(byte[] bytes) {
        return ByteBuffer.allocate(2 + bytes.length)
                .putShort((short) bytes.length)
                .put(bytes)
                .flip();
    }
}
