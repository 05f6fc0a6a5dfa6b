package dev.baton.testkit.quorum;

import dev.baton.quorum.step.Envelope;
import dev.baton.quorum.stream.HelloMessages;
import dev.baton.quorum.stream.PeerStream;
import dev.baton.quorum.wire.ClusterKey;
import dev.baton.quorum.wire.MalformedMessageException;
import dev.baton.quorum.wire.MessagePacket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One end of a connection over a stream of bytes: production code makes the handshake and authenticates every frame. A
 * connection that opens, and each frame that is accepted, are compared with what the other end really is and has sent.
 */
final class StreamConnection implements SimConnection, PeerStream.Events, StreamEnd.Party {
    static final ClusterKey KEY = ClusterKey.of("the key of the simulated group".getBytes(StandardCharsets.UTF_8));
    private static final long HANDSHAKE_TIMEOUT = 3_000_000_000L;

    private final MemberProcess owner;
    private final SimulatedWorld world;
    /** The node that this side wants to reach; empty if the other side opened the connection. */
    private final Optional<SimNode> wanted;

    final PeerStream stream;
    private @Nullable StreamEnd end;
    private boolean closed;
    /** Until when the rest of a message is awaited. */
    private long awaited = Long.MIN_VALUE;
    /** How many actions wait until the turn has reached their time. */
    private int scheduled;
    /** The contents of the frames that were sent and not yet received. */
    private final ArrayDeque<byte[]> sent = new ArrayDeque<>();

    StreamConnection(MemberProcess owner, Optional<SimNode> wanted) {
        this.owner = owner;
        this.world = owner.world;
        this.wanted = wanted;
        HelloMessages hellos = HelloMessages.ofMember(owner.self.id, owner.incarnation, world.random::next);
        String to = wanted.map(node -> node.id).orElse("");
        this.stream = new PeerStream(KEY, hellos.to(to), wanted.isPresent(), this);
    }

    /** Begins to use one end of a stream. */
    void begin(StreamEnd own) {
        end = own;
        owner.transport.connected(this);
        if (wanted.isPresent()) {
            owner.transport.receive(this, stream::start);
        }
        world.queue.add(
                world.now + HANDSHAKE_TIMEOUT,
                owner.self.index,
                node -> owner.transport.receive(this, () -> {
                    if (!stream.isOpen()) {
                        owner.transport.reject(this, "handshake timed out");
                    }
                }));
    }

    private StreamEnd end() {
        return Objects.requireNonNull(end);
    }

    private Optional<StreamConnection> other() {
        return end().other().party() instanceof StreamConnection connection
                ? Optional.of(connection)
                : Optional.empty();
    }

    // --- as the process uses it --------------------------------------------------------------------------------------

    @Override
    public String peer() {
        return stream.peer().from();
    }

    @Override
    public long incarnation() {
        return stream.peer().incarnation();
    }

    @Override
    public Optional<MemberProcess> far() {
        return other().map(connection -> connection.owner);
    }

    @Override
    public Optional<SimNode> reconnectsTo() {
        return wanted.or(() -> far().map(process -> process.self));
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public boolean isUsedByFar() {
        return other().filter(connection -> !connection.closed).isPresent();
    }

    @Override
    public boolean isPreferredTo(SimConnection another) {
        return another instanceof StreamConnection connection
                && stream.isOpenedByFirst()
                && !connection.stream.isOpenedByFirst();
    }

    @Override
    public void send(List<Envelope> envelopes) {
        MessagePacket.pack(envelopes).forEach(packet -> seal(PeerStream.PACKET, packet));
    }

    @Override
    public void send(String note) {
        seal(PeerStream.NOTE, note.getBytes(StandardCharsets.UTF_8));
    }

    private void seal(int type, byte[] content) {
        stream.seal(type, content).ifPresent(frame -> {
            byte[] typed = new byte[1 + content.length];
            typed[0] = (byte) type;
            System.arraycopy(content, 0, typed, 1, content.length);
            sent.add(typed);
            send(frame);
        });
    }

    @Override
    public void cut() {
        end().reset();
        ended();
        end().other().party().ended();
    }

    @Override
    public void forget() {
        closed = true;
        stream.close();
    }

    @Override
    public void close() {
        closed = true;
        stream.close();
        leave(end()::close);
    }

    // --- as the stream uses it ---------------------------------------------------------------------------------------

    @Override
    public void send(ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        leave(() -> end().write(copy));
    }

    /** Lets something reach the network at the time that the process has reached, in the order of the calls. */
    private void leave(Runnable action) {
        long at = owner.localTime();
        if (at == world.now && scheduled == 0) {
            action.run();
        } else {
            scheduled++;
            world.queue.addAlways(at, owner.self.index, node -> {
                scheduled--;
                if (owner.isCurrent()) {
                    action.run();
                }
            });
        }
    }

    @Override
    public void opened() {
        StreamConnection other =
                other().orElseThrow(() -> new SafetyViolation(owner.self.id + " took a third party for " + peer()));
        if (!other.owner.self.id.equals(peer()) || other.owner.incarnation != incarnation()) {
            throw new SafetyViolation(owner.self.id + " took " + other.owner.self.id + " for " + peer());
        }
        checkWanted(this, other);
        checkWanted(other, this);
        world.openedStreams++;
        world.trace.add(owner.localTime(), owner.self.id, "is connected with ", peer());
        owner.transport.opened(this);
    }

    private static void checkWanted(StreamConnection from, StreamConnection to) {
        String reached = to.owner.self.id;
        from.wanted.filter(node -> !node.id.equals(reached)).ifPresent(node -> {
            throw new SafetyViolation(from.owner.self.id + " reached " + reached + " instead of " + node.id);
        });
    }

    @Override
    public void mistaken(String reason) {
        owner.transport.reject(this, reason);
    }

    @Override
    public void frameReceived(byte[] typeAndContent) {
        byte[] expected = other().map(connection -> connection.sent.poll()).orElse(null);
        if (expected == null || !Arrays.equals(expected, typeAndContent)) {
            throw new SafetyViolation(
                    owner.self.id + " accepted a frame that " + peer() + " has not sent in this place");
        }
        owner.transport.frameReceived(this, stream.peer(), typeAndContent);
    }

    // --- as the network uses it --------------------------------------------------------------------------------------

    @Override
    public boolean isAlive() {
        return owner.isCurrent();
    }

    /** The bytes are read in the next turn of the process. */
    @Override
    public void received(byte[] bytes) {
        owner.transport.receive(this, () -> read(bytes));
    }

    private void read(byte[] bytes) {
        try {
            for (int at = 0; at < bytes.length && !closed; ) {
                ByteBuffer into = stream.buffer();
                int count = Math.min(into.remaining(), bytes.length - at);
                into.put(bytes, at, count);
                at += count;
                stream.received();
            }
            awaitRest();
        } catch (MalformedMessageException malformed) {
            world.rejectedStreams++;
            owner.transport.reject(this, String.valueOf(malformed.getMessage()));
        }
    }

    /** The rest of a message must arrive in time. */
    private void awaitRest() {
        long now = owner.nanos();
        long deadline = stream.partDeadline(now);
        if (!stream.isOpen() || deadline == Long.MAX_VALUE) {
            return;
        }
        if (now >= deadline) {
            owner.transport.lost(this);
            end().close();
        } else if (deadline > awaited) {
            awaited = deadline;
            owner.later(
                    deadline - now,
                    () -> owner.transport.receive(this, () -> {
                        awaited = Long.MIN_VALUE;
                        awaitRest();
                    }));
        }
    }

    @Override
    public void ended() {
        if (!closed) {
            owner.transport.lost(this);
        }
    }
}
