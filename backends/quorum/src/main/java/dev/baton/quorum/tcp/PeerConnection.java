package dev.baton.quorum.tcp;

import dev.baton.quorum.wire.MalformedMessageException;
import dev.baton.quorum.wire.RejectionCause;
import dev.baton.quorum.wire.TrafficCounter;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One connection: first the handshake, then frames. The buffers of both directions are bounded. */
final class PeerConnection {
    /** Frames are dropped while more bytes than this wait for a peer that does not read. */
    private static final int MAX_UNSENT = 512 * 1024;

    private static final int INITIAL_BUFFER = TcpHandshake.MAX_HELLO + TcpHandshake.PROOF;

    /** How often an accepted connection may deliver bytes before it is authenticated. */
    private static final int MAX_HANDSHAKE_READS = 4_096;

    enum Phase {
        CONNECTING,
        HELLO,
        PROOF,
        OPEN,
        CLOSED
    }

    final SocketChannel channel;
    final boolean dialled;
    final HelloMessage ownHello;
    final long number;
    final long since;
    final InetSocketAddress remote;
    Phase phase;
    private final TcpSettings settings;
    private final ConnectionIo io;
    private final TrafficCounter traffic;
    private final ArrayDeque<ByteBuffer> unsent = new ArrayDeque<>();
    private int unsentBytes;
    private int handshakeReads;
    private ByteBuffer in = ByteBuffer.allocate(INITIAL_BUFFER);
    private @Nullable SelectionKey key;
    private @Nullable HelloMessage peerHello;
    private @Nullable TcpHandshake handshake;
    private @Nullable FrameAuthenticator outgoing;
    private @Nullable FrameAuthenticator incoming;

    /** Receives the events of a connection. */
    interface Callbacks {
        /** The handshake is complete: both sides are authenticated. */
        void opened(PeerConnection connection);

        void frameReceived(PeerConnection connection, byte[] typeAndContent);

        /** The connection has ended, or could not be opened. */
        void lost(PeerConnection connection, IOException cause);

        void reject(PeerConnection connection, RejectionCause cause, String reason);
    }

    PeerConnection(
            TcpSettings settings,
            SocketChannel channel,
            InetSocketAddress remote,
            boolean dialled,
            HelloMessage ownHello,
            long number,
            TrafficCounter traffic)
            throws IOException {
        this.settings = settings;
        this.channel = channel;
        this.remote = remote;
        this.dialled = dialled;
        this.ownHello = ownHello;
        this.number = number;
        this.traffic = traffic;
        this.since = System.nanoTime();
        this.io = settings.io(channel, dialled);
        this.phase = dialled ? Phase.CONNECTING : Phase.HELLO;
    }

    void registered(SelectionKey registration) {
        key = registration;
        registration.attach(this);
    }

    /** Returns the peer's hello message, which is authenticated once the connection is open. */
    HelloMessage peer() {
        return receivedHello().orElseThrow();
    }

    Optional<HelloMessage> receivedHello() {
        return Optional.ofNullable(peerHello);
    }

    /** Returns whether both sides reached the member they wanted, and are not the same member. */
    boolean isMeantFor(String self) {
        HelloMessage hello = peer();
        boolean wanted = dialled
                ? hello.from().equals(ownHello.to())
                : hello.to().isEmpty() || hello.to().equals(self);
        return wanted && (hello.client() || !hello.from().equals(self));
    }

    /** Returns whether an incoming connection claims, not yet authenticated, to be from this member. */
    boolean claimsToBe(String id) {
        HelloMessage hello = peerHello;
        return !dialled && hello != null && !hello.client() && hello.from().equals(id);
    }

    /** Starts the handshake of a connection that this side opened. */
    void connected() throws IOException {
        phase = Phase.HELLO;
        queue(withLength(ownHello.toBytes()));
    }

    /** Queues a frame. Returns false if it is dropped. */
    boolean send(int type, byte[] content) {
        FrameAuthenticator authenticator = outgoing;
        if (phase != Phase.OPEN || authenticator == null || unsentBytes > MAX_UNSENT) {
            return false;
        }
        ByteBuffer frame = authenticator.seal(type, content);
        traffic.frameSent(frame.remaining());
        queue(frame);
        return true;
    }

    private void queue(ByteBuffer bytes) {
        unsent.add(bytes);
        unsentBytes += bytes.remaining();
    }

    /** Writes as much as the socket accepts. */
    void flush() throws IOException {
        if (phase == Phase.CONNECTING || phase == Phase.CLOSED || (unsent.isEmpty() && !io.hasUnsent())) {
            return;
        }
        unsentBytes -= (int) io.write(unsent.toArray(new ByteBuffer[0]));
        while (!unsent.isEmpty() && !unsent.element().hasRemaining()) {
            unsent.remove();
        }
        SelectionKey registration = key;
        if (registration != null && registration.isValid()) {
            boolean blocked = io.hasUnsent() || (!unsent.isEmpty() && io.isReady());
            int wanted = SelectionKey.OP_READ | (blocked ? SelectionKey.OP_WRITE : 0);
            if (registration.interestOps() != wanted) {
                registration.interestOps(wanted);
            }
        }
    }

    /** Reads the available bytes. Throws {@link EOFException} if the other side closed the connection. */
    void read(Callbacks callbacks) throws IOException {
        boolean isStranger = !dialled && phase != Phase.OPEN;
        if (isStranger && ++handshakeReads > MAX_HANDSHAKE_READS) {
            throw new MalformedMessageException("the handshake takes too many bytes");
        }
        int count = io.read(in);
        while (count > 0) {
            traffic.bytesReceived(count);
            parse(callbacks);
            if (phase == Phase.CLOSED) {
                return;
            }
            count = io.read(in);
        }
        if (count < 0) {
            throw new EOFException("closed by the other side");
        }
    }

    private void parse(Callbacks callbacks) {
        in.flip();
        while (in.remaining() >= 2 && phase != Phase.CLOSED) {
            int length = in.getShort(in.position()) & 0xFFFF;
            if (phase != Phase.OPEN && length > TcpHandshake.MAX_HELLO - 2) {
                throw new MalformedMessageException("hello of " + length + " bytes is too long");
            }
            if (in.remaining() < 2 + length) {
                makeRoom(2 + length);
                return;
            }
            int from = in.arrayOffset() + in.position() + 2;
            in.position(in.position() + 2 + length);
            handle(in.array(), from, length, callbacks);
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

    private void handle(byte[] bytes, int from, int length, Callbacks callbacks) {
        FrameAuthenticator authenticator = incoming;
        if (authenticator != null) {
            callbacks.frameReceived(this, authenticator.open(bytes, from, length));
            return;
        }
        byte[] part = Arrays.copyOfRange(bytes, from, from + length);
        TcpHandshake started = handshake;
        if (started == null) {
            handleHello(part);
        } else {
            handleProof(part, started, callbacks);
        }
    }

    private void handleHello(byte[] hello) {
        peerHello = HelloMessage.read(hello);
        byte[] own = ownHello.toBytes();
        TcpHandshake started = dialled
                ? new TcpHandshake(settings.key(), own, hello, true)
                : new TcpHandshake(settings.key(), hello, own, false);
        handshake = started;
        phase = Phase.PROOF;
        if (!dialled) {
            queue(withLength(own));
            queue(withLength(started.ownProof()));
        }
    }

    private void handleProof(byte[] proof, TcpHandshake started, Callbacks callbacks) {
        MalformedMessageException.require(started.isPeerProof(proof), "no proof of the cluster key");
        if (dialled) {
            queue(withLength(started.ownProof()));
        }
        outgoing = started.outgoing();
        incoming = started.incoming();
        phase = Phase.OPEN;
        callbacks.opened(this);
    }

    static ByteBuffer withLength(byte[] bytes) {
        return ByteBuffer.allocate(2 + bytes.length)
                .putShort((short) bytes.length)
                .put(bytes)
                .flip();
    }

    void close() {
        phase = Phase.CLOSED;
        SelectionKey registration = key;
        if (registration != null) {
            registration.cancel();
        }
        try {
            channel.close();
        } catch (IOException ignored) {
            // The channel is closed even if close() fails.
        }
    }
}
