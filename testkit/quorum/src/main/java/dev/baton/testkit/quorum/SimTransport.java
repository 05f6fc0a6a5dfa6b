package dev.baton.testkit.quorum;

import dev.baton.quorum.step.Envelope;
import dev.baton.quorum.step.PeerMessage;
import dev.baton.quorum.wire.MemberTransport;
import dev.baton.quorum.wire.PeerArrivals;
import dev.baton.quorum.wire.TrafficStats;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The simulated network as a whole member uses it. The first frame of a connection arrives first and certainly; all others
 * are lost, delayed, repeated and reordered by the faults of the schedule, as long as both processes run.
 */
final class SimTransport implements MemberTransport, PeerArrivals.Connections<SimConnection> {
    private static final long MILLI = 1_000_000;

    private final MemberProcess process;
    private final SimulatedWorld world;
    private final PeerArrivals<SimConnection> arrivals = new PeerArrivals<>(this);
    private final Map<String, SimConnection> open = new TreeMap<>();
    private final Set<SimConnection> all = new LinkedHashSet<>();
    private final Queue<Runnable> inbox = new ArrayDeque<>();
    private List<Envelope> unsent = new ArrayList<>();
    private @Nullable Handler handler;
    private long arrivalsDueAt = PeerArrivals.NEVER;
    /** Whether the last poll passed something to the member. */
    boolean delivered;
    /** Until when the last poll would have waited, on the member's clock. */
    long waitsUntil;
    /** Lets the next poll fail. */
    boolean failing;

    SimTransport(MemberProcess process) {
        this.process = process;
        this.world = process.world;
    }

    // --- as the member uses it ---------------------------------------------------------------------------------------

    @Override
    public void open(Handler receiver) {
        handler = receiver;
    }

    @Override
    public boolean introduce(Supplier<String> hello, Duration answerWithin) {
        arrivals.introduce(hello, answerWithin);
        return true;
    }

    @Override
    public void send(Envelope envelope) {
        unsent.add(envelope);
    }

    @Override
    public void sendNote(String peer, String note) {
        SimConnection connection = open.get(peer);
        if (connection != null) {
            send(connection, note);
        }
    }

    @Override
    public void reply(long client, String note) {}

    @Override
    public void flush() {
        List<Envelope> sent = unsent;
        unsent = new ArrayList<>();
        for (Envelope envelope : sent) {
            SimConnection connection = open.get(envelope.to());
            if (connection != null && process.isCurrent()) {
                if (envelope.message() instanceof PeerMessage.VoteGrant grant) {
                    world.checker.voted(process.self, envelope.election(), grant.term(), envelope.to());
                }
                world.trace.add(process.localTime(), process.self.id, "   ", envelope);
                transmit(connection, target -> target.received(connection.other(), envelope), false);
            }
        }
    }

    @Override
    public void poll(long untilNanos) throws IOException {
        if (failing) {
            throw new IOException("simulated failure");
        }
        delivered = !inbox.isEmpty() || arrivalsDueAt <= nanos();
        for (Runnable next = inbox.poll(); next != null; next = inbox.poll()) {
            next.run();
            flush();
        }
        arrivalsDueAt = arrivals.run(nanos());
        flush();
        waitsUntil = Math.min(untilNanos, arrivalsDueAt);
    }

    @Override
    public void wakeUp() {
        process.wakeUp();
    }

    @Override
    public Set<String> connectedPeers() {
        return new TreeSet<>(open.keySet());
    }

    @Override
    public TrafficStats traffic() {
        return new TrafficStats(0, 0, 0, 0, Map.of());
    }

    @Override
    public void close() {
        List.copyOf(all).forEach(this::drop);
    }

    // --- as the admission of peers uses it ---------------------------------------------------------------------------

    @Override
    public String peer(SimConnection connection) {
        return connection.peer().self.id;
    }

    @Override
    public long incarnation(SimConnection connection) {
        return connection.peer().incarnation;
    }

    @Override
    public Optional<SimConnection> open(String peer) {
        return Optional.ofNullable(open.get(peer));
    }

    @Override
    public boolean prefers(SimConnection first, SimConnection second) {
        return first.closed && !second.closed;
    }

    @Override
    public void send(SimConnection connection, String note) {
        boolean first = connection.firstArrival == 0;
        transmit(connection, target -> target.received(connection.other(), note), first);
    }

    @Override
    public void use(SimConnection connection) {
        open.put(peer(connection), connection);
    }

    @Override
    public void drop(SimConnection connection) {
        if (!connection.closed) {
            forget(connection);
            long after = world.network.isOpenBothWays(process.self, connection.peer().self) ? 2 * MILLI : 3_000 * MILLI;
            world.queue.addAlways(
                    process.localTime() + world.random.between(after / 4, after),
                    connection.peer().self.index,
                    node -> connection.peer().transport.lost(connection.other()));
            connectAgain(connection, 200 * MILLI);
        }
    }

    @Override
    public void reject(SimConnection connection, String reason) {
        world.trace.add(process.localTime(), process.self.id, "refuses " + peer(connection) + ": ", reason);
        drop(connection);
    }

    @Override
    public Handler handler() {
        return Objects.requireNonNull(handler, "not open");
    }

    @Override
    public long nanos() {
        return process.clock().nanos();
    }

    // --- as the simulation uses it -----------------------------------------------------------------------------------

    /** Receives something from another process. */
    private interface Delivery {
        void to(SimTransport receiver);
    }

    private void transmit(SimConnection connection, Delivery delivery, boolean first) {
        if (connection.closed || !process.isCurrent()) {
            return;
        }
        long at = process.localTime();
        int to = connection.peer().self.index;
        EventQueue.SimEvent event = node -> delivery.to(connection.peer().transport);
        if (first) {
            connection.firstArrival = world.network.arrival(at);
            world.queue.add(connection.firstArrival, to, event);
        } else if (at == world.now) {
            network(connection, event, at);
        } else {
            world.queue.addAlways(at, process.self.index, node -> {
                if (process.isCurrent()) {
                    network(connection, event, at);
                }
            });
        }
    }

    private void network(SimConnection connection, EventQueue.SimEvent event, long at) {
        long from = Math.max(at, connection.firstArrival);
        world.network.send(process.self.index, connection.peer().self.index, event, from, world.queue);
    }

    private void received(SimConnection connection, Envelope envelope) {
        world.hash += envelope.message().term();
        receive(connection, () -> {
            if (!arrivals.handle(connection, Optional.empty())) {
                world.trace.add(process.localTime(), process.self.id, "<- ", envelope);
                handler().messageReceived(envelope);
            }
        });
    }

    private void received(SimConnection connection, String note) {
        receive(connection, () -> {
            world.trace.add(process.localTime(), process.self.id, "<- " + peer(connection) + ": ", note);
            if (!arrivals.handle(connection, Optional.of(note))) {
                handler().noteReceived(peer(connection), note);
            }
        });
    }

    private void receive(SimConnection connection, Runnable action) {
        if (process.isCurrent() && !connection.closed) {
            inbox.add(() -> {
                if (!connection.closed) {
                    action.run();
                }
            });
            process.wakeUp();
        }
    }

    void connected(SimConnection connection) {
        all.add(connection);
        receive(connection, () -> arrivals.add(connection));
    }

    boolean isConnectedTo(MemberProcess other) {
        return all.stream().anyMatch(each -> each.peer() == other && !each.other().closed);
    }

    /** The other end, or something in between, has closed the connection. */
    void lost(SimConnection connection) {
        receive(connection, () -> {
            boolean wasOpen = open.get(peer(connection)) == connection;
            forget(connection);
            if (wasOpen) {
                handler().peerDisconnected(peer(connection), incarnation(connection));
                arrivals.openConnectionLost(peer(connection));
            }
            connectAgain(connection, 100 * MILLI);
        });
    }

    /** Something between this process and its peers closes all connections. */
    void disconnect() {
        for (SimConnection connection : List.copyOf(all)) {
            lost(connection);
            connection.peer().transport.lost(connection.other());
        }
    }

    /** The process at the other end has ended. */
    void peerEnded(SimNode peer, long incarnation) {
        for (SimConnection connection : List.copyOf(all)) {
            if (connection.peer().self == peer && connection.peer().incarnation == incarnation) {
                lost(connection);
            }
        }
    }

    private void forget(SimConnection connection) {
        connection.closed = true;
        all.remove(connection);
        arrivals.remove(connection);
        open.remove(peer(connection), connection);
    }

    private void connectAgain(SimConnection connection, long latest) {
        world.connections.schedule(process.self, connection.peer().self, latest);
    }
}
