package dev.baton.quorum.tcp;

import dev.baton.quorum.wire.ClusterKey;
import dev.baton.quorum.wire.MalformedMessageException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One connection: first the proofs, then frames. What it keeps of either direction is bounded. */
final class PeerConnection {
    /** More than this is not kept for a peer that does not read; what comes after is lost. */
    private static final int MOST_UNSENT = 512 * 1024;

    private static final int SMALL = TcpHandshake.LONGEST_HELLO + TcpHandshake.PROOF;

    enum Stage {
        CONNECTING,
        GREETING,
        PROVING,
        OPEN,
        CLOSED
    }

    final SocketChannel channel;
    final boolean dialled;
    final HelloMessage mine;
    final long number;
    final long since;
    final boolean loopback;
    Stage stage;
    private final ConnectionIo pipe;
    private final ClusterKey clusterKey;
    private final ArrayDeque<ByteBuffer> unsent = new ArrayDeque<>();
    private int unsentBytes;
    private ByteBuffer in = ByteBuffer.allocate(SMALL);
    private @Nullable SelectionKey key;
    private @Nullable HelloMessage theirs;
    private @Nullable TcpHandshake handshake;
    private @Nullable FrameAuthenticator outgoing;
    private @Nullable FrameAuthenticator incoming;

    /** What a link hears. */
    interface Hearing {
        /** Both sides have proved who they are. */
        void opened(PeerConnection link);

        void frame(PeerConnection link, byte[] typeAndContent);

        void traffic(int framesSent, int bytesSent, int bytesReceived);
    }

    PeerConnection(
            SocketChannel channel,
            ConnectionIo pipe,
            boolean dialled,
            HelloMessage mine,
            ClusterKey clusterKey,
            long number,
            long since,
            boolean loopback) {
        this.channel = channel;
        this.pipe = pipe;
        this.dialled = dialled;
        this.mine = mine;
        this.clusterKey = clusterKey;
        this.number = number;
        this.since = since;
        this.loopback = loopback;
        this.stage = dialled ? Stage.CONNECTING : Stage.GREETING;
    }

    void registered(SelectionKey registration) {
        key = registration;
        registration.attach(this);
    }

    /** Who is at the other end; only known, and proved, when the link is open. */
    HelloMessage peer() {
        HelloMessage hello = theirs;
        if (hello == null) {
            throw new IllegalStateException("nobody has said hello");
        }
        return hello;
    }

    /** Whether both sides are who the other one wanted, and not the same. */
    boolean isMeantFor(String self) {
        HelloMessage hello = peer();
        boolean wanted = dialled
                ? hello.from().equals(mine.to())
                : hello.to().isEmpty() || hello.to().equals(self);
        return wanted && (hello.client() || !hello.from().equals(self));
    }

    Optional<HelloMessage> greeted() {
        return Optional.ofNullable(theirs);
    }

    /** Whether somebody has connected who says that it is this member. */
    boolean isFrom(String id) {
        HelloMessage hello = theirs;
        return !dialled && hello != null && !hello.client() && hello.from().equals(id);
    }

    /** The connection stands: the side that made it speaks first. */
    void connected() throws IOException {
        stage = Stage.GREETING;
        queue(lengthAnd(mine.toBytes()));
    }

    /** Queues a frame; false when the other side has not read for so long that it is lost. */
    boolean send(int type, byte[] content, Hearing hearing) {
        FrameAuthenticator seal = outgoing;
        if (stage != Stage.OPEN || seal == null || unsentBytes > MOST_UNSENT) {
            return false;
        }
        ByteBuffer frame = seal.seal(type, content);
        hearing.traffic(1, frame.remaining(), 0);
        queue(frame);
        return true;
    }

    private void queue(ByteBuffer bytes) {
        unsent.add(bytes);
        unsentBytes += bytes.remaining();
    }

    /** Writes what the connection takes. */
    void flush() throws IOException {
        if (stage == Stage.CONNECTING || stage == Stage.CLOSED || (unsent.isEmpty() && !pipe.isFull())) {
            return;
        }
        ByteBuffer[] all = unsent.toArray(new ByteBuffer[0]);
        unsentBytes -= (int) pipe.write(all);
        while (!unsent.isEmpty() && !unsent.element().hasRemaining()) {
            unsent.remove();
        }
        SelectionKey registration = key;
        if (registration != null && registration.isValid()) {
            boolean waits = pipe.isFull() || (!unsent.isEmpty() && pipe.isOpen());
            int wanted = SelectionKey.OP_READ | (waits ? SelectionKey.OP_WRITE : 0);
            if (registration.interestOps() != wanted) {
                registration.interestOps(wanted);
            }
        }
    }

    /** Reads what is there. An {@link EOFException} is the other side's end of the connection. */
    void read(Hearing hearing) throws IOException {
        int got = pipe.read(in);
        while (got > 0) {
            hearing.traffic(0, 0, got);
            parse(hearing);
            if (stage == Stage.CLOSED) {
                return;
            }
            got = pipe.read(in);
        }
        if (got < 0) {
            throw new EOFException("closed by the other side");
        }
    }

    private void parse(Hearing hearing) {
        in.flip();
        while (in.remaining() >= 2 && stage != Stage.CLOSED) {
            int length = in.getShort(in.position()) & 0xFFFF;
            if (stage != Stage.OPEN && length > TcpHandshake.LONGEST_HELLO - 2) {
                throw new MalformedMessageException("a hello of " + length + " bytes");
            }
            if (in.remaining() < 2 + length) {
                makeRoom(2 + length);
                return;
            }
            int from = in.arrayOffset() + in.position() + 2;
            in.position(in.position() + 2 + length);
            took(in.array(), from, length, hearing);
        }
        in.compact();
    }

    private void makeRoom(int needed) {
        if (needed > in.capacity()) {
            ByteBuffer larger = ByteBuffer.allocate(needed);
            in = larger.put(in);
        } else {
            in.compact();
        }
    }

    private void took(byte[] bytes, int from, int length, Hearing hearing) {
        if (stage == Stage.OPEN) {
            FrameAuthenticator seal = incoming;
            if (seal != null) {
                hearing.frame(this, seal.open(bytes, from, length));
            }
            return;
        }
        byte[] part = Arrays.copyOfRange(bytes, from, from + length);
        if (stage == Stage.GREETING) {
            greet(part);
        } else {
            prove(part, hearing);
        }
    }

    private void greet(byte[] hello) {
        theirs = HelloMessage.read(hello);
        byte[] own = mine.toBytes();
        TcpHandshake shaking = dialled
                ? new TcpHandshake(clusterKey, own, hello, true)
                : new TcpHandshake(clusterKey, hello, own, false);
        handshake = shaking;
        stage = Stage.PROVING;
        if (!dialled) {
            queue(lengthAnd(own));
            queue(lengthAnd(shaking.proof()));
        }
    }

    private void prove(byte[] proof, Hearing hearing) {
        TcpHandshake shaking = handshake;
        if (shaking == null || !shaking.proves(proof)) {
            throw new MalformedMessageException("has not proved that it knows the key");
        }
        if (dialled) {
            queue(lengthAnd(shaking.proof()));
        }
        outgoing = shaking.outgoing();
        incoming = shaking.incoming();
        stage = Stage.OPEN;
        hearing.opened(this);
    }

    private static ByteBuffer lengthAnd(byte[] bytes) {
        return ByteBuffer.allocate(2 + bytes.length)
                .putShort((short) bytes.length)
                .put(bytes)
                .flip();
    }

    void close() {
        stage = Stage.CLOSED;
        SelectionKey registration = key;
        if (registration != null) {
            registration.cancel();
        }
        try {
            channel.close();
        } catch (IOException alreadyGone) {
            // It is closed either way.
        }
    }
}
