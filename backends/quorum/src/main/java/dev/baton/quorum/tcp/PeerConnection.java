package dev.baton.quorum.tcp;

import dev.baton.quorum.stream.HelloMessage;
import dev.baton.quorum.stream.PeerStream;
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
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One connection: a socket that carries a {@link PeerStream}. The buffers of both directions are bounded. */
final class PeerConnection implements PeerStream.Events {
    /** Frames are dropped while more bytes than this wait for a peer that does not read. */
    private static final int MAX_UNSENT = 512 * 1024;

    /** How often an accepted connection may deliver bytes before it is authenticated. */
    private static final int MAX_HANDSHAKE_READS = 4_096;

    final SocketChannel channel;
    final boolean dialled;
    final HelloMessage ownHello;
    final long number;
    final long since;
    final InetSocketAddress remote;
    final PeerStream stream;
    private final Callbacks callbacks;
    private final ConnectionIo io;
    private final TrafficCounter traffic;
    private final ArrayDeque<ByteBuffer> unsent = new ArrayDeque<>();
    private int unsentBytes;
    private int handshakeReads;
    private boolean connecting;
    private boolean closed;
    private @Nullable SelectionKey key;

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
            TrafficCounter traffic,
            Callbacks callbacks)
            throws IOException {
        this.channel = channel;
        this.remote = remote;
        this.dialled = dialled;
        this.ownHello = ownHello;
        this.number = number;
        this.traffic = traffic;
        this.callbacks = callbacks;
        this.since = System.nanoTime();
        this.io = settings.io(channel, dialled);
        this.stream = new PeerStream(settings.key(), ownHello, dialled, this);
        this.connecting = dialled;
    }

    void registered(SelectionKey registration) {
        key = registration;
        registration.attach(this);
    }

    /** Returns the peer's hello message, which is authenticated once the connection is open. */
    HelloMessage peer() {
        return stream.peer();
    }

    Optional<HelloMessage> receivedHello() {
        return stream.receivedHello();
    }

    /** Returns whether an incoming connection claims, not yet authenticated, to be from this member. */
    boolean claimsToBe(String id) {
        return !dialled
                && receivedHello()
                        .filter(hello -> !hello.client() && hello.from().equals(id))
                        .isPresent();
    }

    /** Starts the handshake of a connection that this side opened. */
    void connected() {
        connecting = false;
        stream.start();
    }

    /** Queues a frame. Returns false if it is dropped. */
    boolean send(int type, byte[] content) {
        if (closed || unsentBytes > MAX_UNSENT) {
            return false;
        }
        Optional<ByteBuffer> frame = stream.seal(type, content);
        frame.ifPresent(bytes -> {
            traffic.frameSent(bytes.remaining());
            send(bytes);
        });
        return frame.isPresent();
    }

    @Override
    public void send(ByteBuffer bytes) {
        unsent.add(bytes);
        unsentBytes += bytes.remaining();
    }

    @Override
    public void opened() {
        callbacks.opened(this);
    }

    @Override
    public void mistaken(String reason) {
        callbacks.reject(this, RejectionCause.MISTAKEN, reason);
    }

    @Override
    public void frameReceived(byte[] typeAndContent) {
        callbacks.frameReceived(this, typeAndContent);
    }

    /** Writes as much as the socket accepts. */
    void flush() throws IOException {
        if (connecting || closed || (unsent.isEmpty() && !io.hasUnsent())) {
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
    void read() throws IOException {
        boolean isStranger = !dialled && !stream.isOpen();
        if (isStranger && ++handshakeReads > MAX_HANDSHAKE_READS) {
            throw new MalformedMessageException("the handshake takes too many bytes");
        }
        int count = io.read(stream.buffer());
        while (count > 0) {
            traffic.bytesReceived(count);
            stream.received();
            if (closed) {
                return;
            }
            count = io.read(stream.buffer());
        }
        if (count < 0) {
            throw new EOFException("closed by the other side");
        }
    }

    boolean isOpen() {
        return stream.isOpen() && !closed;
    }

    boolean isClosed() {
        return closed;
    }

    void close() {
        closed = true;
        stream.close();
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
