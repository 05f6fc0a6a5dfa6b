package dev.baton.testkit.quorum;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One end of a simulated stream of bytes. What is written arrives at the other end in order and in any pieces, as late as
 * the faults of the schedule require. It waits while the link is cut, and a third party may change it on its way.
 */
final class StreamEnd {
    private static final long MILLI = 1_000_000;
    private static final int MAX_RECORDED = 24;

    private final SimulatedWorld world;
    private final Party party;
    private final SimNode node;
    private final ArrayDeque<Piece> inFlight = new ArrayDeque<>();
    private @Nullable StreamEnd other;
    private long lastArrival;
    private boolean pumping;
    private boolean closed;
    /** The first writes, which a third party can play again. */
    final List<byte[]> recorded = new ArrayList<>();

    /** Bytes on their way; none at the end of the stream. */
    private static final class Piece {
        final long arrivesAt;
        final byte[] bytes;

        Piece(long arrivesAt, byte[] bytes) {
            this.arrivesAt = arrivesAt;
            this.bytes = bytes;
        }
    }

    /** A process, or a third party, at an end. */
    interface Party {
        void received(byte[] bytes);

        /** Nothing arrives any more. */
        void ended();

        boolean isAlive();
    }

    /** @param node the machine of the process; of a third party, that of its victim */
    private StreamEnd(SimulatedWorld world, Party party, SimNode node) {
        this.world = world;
        this.party = party;
        this.node = node;
    }

    /** Connects two parties. Returns the end of the first one. */
    static StreamEnd between(SimulatedWorld world, Party one, SimNode first, Party two, SimNode second) {
        StreamEnd end = new StreamEnd(world, one, first);
        StreamEnd far = new StreamEnd(world, two, second);
        end.other = far;
        far.other = end;
        return end;
    }

    StreamEnd other() {
        return Objects.requireNonNull(other);
    }

    Party party() {
        return party;
    }

    void write(byte[] bytes) {
        if (closed || bytes.length == 0) {
            return;
        }
        if (recorded.size() < MAX_RECORDED) {
            recorded.add(bytes);
        }
        int cut = world.random.oneIn(3) ? world.random.below(bytes.length) : 0;
        if (cut > 0) {
            transmit(Arrays.copyOf(bytes, cut));
        }
        transmit(Arrays.copyOfRange(bytes, cut, bytes.length));
    }

    /** Ends the stream after what was written. */
    void close() {
        if (!closed) {
            transmit(new byte[0]);
            closed = true;
        }
    }

    /** Ends the stream on both sides at once. Nothing that is on its way arrives. */
    void reset() {
        for (StreamEnd end : List.of(this, other())) {
            end.closed = true;
            end.inFlight.clear();
        }
    }

    private void transmit(byte[] bytes) {
        lastArrival = Math.max(lastArrival, world.now + world.network.streamLatency());
        inFlight.add(new Piece(lastArrival, bytes));
        if (!pumping) {
            pump(lastArrival);
        }
    }

    private void pump(long at) {
        pumping = true;
        world.queue.add(at, other().node.index, target -> deliver());
    }

    private void deliver() {
        pumping = false;
        if (!inFlight.isEmpty() && !world.network.isOpen(node.index, other().node.index)) {
            pump(world.now + world.random.between(50 * MILLI, 250 * MILLI));
            return;
        }
        while (!inFlight.isEmpty() && inFlight.element().arrivesAt <= world.now) {
            deliver(inFlight.remove().bytes);
        }
        if (!inFlight.isEmpty() && !pumping) {
            pump(inFlight.element().arrivesAt);
        }
    }

    private void deliver(byte[] bytes) {
        Party receiver = other().party;
        if (!receiver.isAlive()) {
            reset();
            party.ended();
        } else if (bytes.length == 0) {
            receiver.ended();
        } else if (world.network.tamperings > 0 && world.random.oneIn(30)) {
            tamper(bytes);
        } else {
            receiver.received(bytes);
        }
    }

    /** A third party in between changes, repeats, drops, invents or returns what passes it. */
    private void tamper(byte[] bytes) {
        Party receiver = other().party;
        switch (world.random.below(5)) {
            case 0 -> {
                byte[] changed = bytes.clone();
                changed[world.random.below(bytes.length)] ^= (byte) (1 << world.random.below(8));
                receiver.received(changed);
            }
            case 1 -> {
                receiver.received(bytes);
                receiver.received(bytes);
            }
            case 2 -> party.received(bytes); // Its own bytes come back, and do not arrive.
            case 3 -> {
                if (!recorded.isEmpty()) {
                    receiver.received(recorded.get(world.random.below(recorded.size())));
                }
                receiver.received(bytes);
            }
            default -> {} // They are lost.
        }
    }
}
