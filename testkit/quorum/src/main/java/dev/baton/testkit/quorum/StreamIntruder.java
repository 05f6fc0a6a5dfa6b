package dev.baton.testkit.quorum;

import dev.baton.quorum.stream.HelloMessages;
import dev.baton.quorum.stream.PeerStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A third party without the cluster key at the end of a stream. It plays recorded bytes, and returns what it receives. */
final class StreamIntruder implements StreamEnd.Party {
    private final boolean returns;
    private @Nullable StreamEnd end;
    private ByteBuffer received = ByteBuffer.allocate(0);
    private boolean hasHello;

    /** @param returns whether it returns all that it receives after the first message of the other side */
    private StreamIntruder(boolean returns) {
        this.returns = returns;
    }

    /** Connects to a process: with a recording, or with the name of one of its peers. */
    static void dial(SimulatedWorld world, MemberProcess victim, SimNode name) {
        List<byte[]> recording = recording(world, true);
        boolean plays = world.random.oneIn(2) && !recording.isEmpty();
        StreamIntruder intruder = new StreamIntruder(!plays);
        StreamEnd own = join(world, intruder, victim, Optional.empty());
        if (plays) {
            recording.forEach(own::write);
        } else {
            HelloMessages hellos = HelloMessages.ofMember(name.id, name.incarnation, world.random::next);
            own.write(PeerStream.withLength(hellos.to(victim.self.id).toBytes()).array());
        }
    }

    /** Accepts the connection of a process to a peer: with a recording, or it returns what it receives. */
    static void accept(SimulatedWorld world, MemberProcess victim, SimNode wanted) {
        List<byte[]> recording = recording(world, false);
        boolean plays = world.random.oneIn(2) && !recording.isEmpty();
        StreamIntruder intruder = new StreamIntruder(!plays);
        intruder.hasHello = true;
        StreamEnd own = join(world, intruder, victim, Optional.of(wanted));
        if (plays) {
            recording.forEach(own::write);
        }
    }

    private static StreamEnd join(
            SimulatedWorld world, StreamIntruder intruder, MemberProcess victim, Optional<SimNode> wanted) {
        StreamConnection connection = new StreamConnection(victim, wanted);
        StreamEnd own = StreamEnd.between(world, intruder, victim.self, connection, victim.self);
        intruder.end = own;
        connection.begin(own.other());
        return own;
    }

    /** Returns what one side of an earlier stream has written; empty if there is none. */
    private static List<byte[]> recording(SimulatedWorld world, boolean dialled) {
        List<StreamEnd> streams = world.connections.recorded;
        if (streams.isEmpty()) {
            return List.of();
        }
        StreamEnd dialling = streams.get(world.random.below(streams.size()));
        return new ArrayList<>((dialled ? dialling : dialling.other()).recorded);
    }

    @Override
    public void received(byte[] bytes) {
        if (!returns) {
            return;
        }
        received = ByteBuffer.allocate(received.remaining() + bytes.length)
                .put(received)
                .put(bytes)
                .flip();
        while (received.remaining() >= 2) {
            int length = 2 + (received.getShort(received.position()) & 0xFFFF);
            if (received.remaining() < length) {
                return;
            }
            byte[] message = new byte[length];
            received.get(message);
            if (hasHello) {
                Objects.requireNonNull(end).write(message);
            }
            hasHello = true;
        }
    }

    @Override
    public void ended() {}

    @Override
    public boolean isAlive() {
        return true;
    }
}
