package dev.baton.testkit.quorum;

import dev.baton.quorum.step.Envelope;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One end of a connection that carries whole messages. The first one arrives first and certainly; all others are lost,
 * delayed, repeated and reordered by the faults of the schedule, as long as both processes run.
 */
final class PacketConnection implements SimConnection {
    private static final long MILLI = 1_000_000;

    private final MemberProcess owner;
    private final SimulatedWorld world;
    private @Nullable PacketConnection other;
    private boolean closed;
    /** When the first frame arrives at the other end. Later frames do not overtake it. */
    private long firstArrival;

    private PacketConnection(MemberProcess owner) {
        this.owner = owner;
        this.world = owner.world;
    }

    /** Connects two processes. */
    static void between(MemberProcess one, MemberProcess two) {
        PacketConnection first = new PacketConnection(one);
        PacketConnection second = new PacketConnection(two);
        first.other = second;
        second.other = first;
        one.transport.connected(first);
        two.transport.connected(second);
        one.transport.opened(first);
        two.transport.opened(second);
    }

    private PacketConnection other() {
        return Objects.requireNonNull(other);
    }

    private MemberProcess target() {
        return other().owner;
    }

    @Override
    public String peer() {
        return target().self.id;
    }

    @Override
    public long incarnation() {
        return target().incarnation;
    }

    @Override
    public Optional<MemberProcess> far() {
        return Optional.of(target());
    }

    @Override
    public Optional<SimNode> reconnectsTo() {
        return Optional.of(target().self);
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public boolean isUsedByFar() {
        return !other().closed;
    }

    @Override
    public boolean isPreferredTo(SimConnection another) {
        return closed && !another.isClosed();
    }

    @Override
    public void send(List<Envelope> envelopes) {
        for (Envelope envelope : envelopes) {
            transmit(() -> target().transport.received(other(), envelope), false);
        }
    }

    @Override
    public void send(String note) {
        transmit(() -> target().transport.received(other(), note), firstArrival == 0);
    }

    private void transmit(Runnable delivery, boolean first) {
        if (closed || !owner.isCurrent()) {
            return;
        }
        long at = owner.localTime();
        EventQueue.SimEvent event = node -> delivery.run();
        if (first) {
            firstArrival = world.network.arrival(at);
            world.queue.add(firstArrival, target().self.index, event);
        } else if (at == world.now) {
            network(event, at);
        } else {
            world.queue.addAlways(at, owner.self.index, node -> {
                if (owner.isCurrent()) {
                    network(event, at);
                }
            });
        }
    }

    private void network(EventQueue.SimEvent event, long at) {
        long from = Math.max(at, firstArrival);
        world.network.send(owner.self.index, target().self.index, event, from, world.queue);
    }

    @Override
    public void close() {
        closed = true;
        long after = world.network.isOpenBothWays(owner.self, target().self) ? 2 * MILLI : 3_000 * MILLI;
        world.queue.addAlways(
                owner.localTime() + world.random.between(after / 4, after),
                target().self.index,
                node -> target().transport.lost(other()));
    }

    @Override
    public void cut() {
        owner.transport.lost(this);
        target().transport.lost(other());
    }

    @Override
    public void forget() {
        closed = true;
    }
}
