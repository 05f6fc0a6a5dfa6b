package dev.baton.testkit.quorum;

import dev.baton.quorum.step.Envelope;
import dev.baton.quorum.step.PeerMessage;
import dev.baton.quorum.stream.HelloMessage;
import dev.baton.quorum.stream.ReceivedFrames;
import dev.baton.quorum.wire.MemberTransport;
import dev.baton.quorum.wire.PeerArrivals;
import dev.baton.quorum.wire.TrafficStats;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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

/** The simulated network as a whole member uses it. */
final class SimTransport implements MemberTransport, PeerArrivals.Connections<SimConnection> {
    private static final long MILLI = 1_000_000;

    private final MemberProcess process;
    private final SimulatedWorld world;
    private final PeerArrivals<SimConnection> arrivals = new PeerArrivals<>(this);
    private final ReceivedFrames<SimConnection> frames;
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
        this.frames = new ReceivedFrames<>(process.self.id, arrivals, this::handler);
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
            connection.send(note);
        }
    }

    @Override
    public void reply(long client, String note) {}

    @Override
    public void flush() {
        List<Envelope> sent = unsent;
        unsent = new ArrayList<>();
        Map<SimConnection, List<Envelope>> packets = new LinkedHashMap<>();
        for (Envelope envelope : sent) {
            SimConnection connection = open.get(envelope.to());
            if (connection != null && process.isCurrent()) {
                if (envelope.message() instanceof PeerMessage.VoteGrant grant) {
                    world.checker.voted(process.self, envelope.election(), grant.term(), envelope.to());
                }
                world.trace.add(process.localTime(), process.self.id, "   ", envelope);
                packets.computeIfAbsent(connection, first -> new ArrayList<>()).add(envelope);
            }
        }
        packets.forEach(SimConnection::send);
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
        return connection.peer();
    }

    @Override
    public long incarnation(SimConnection connection) {
        return connection.incarnation();
    }

    @Override
    public Optional<SimConnection> open(String peer) {
        return Optional.ofNullable(open.get(peer));
    }

    @Override
    public boolean prefers(SimConnection first, SimConnection second) {
        return first.isPreferredTo(second);
    }

    @Override
    public void send(SimConnection connection, String note) {
        connection.send(note);
    }

    @Override
    public void use(SimConnection connection) {
        open.put(connection.peer(), connection);
    }

    @Override
    public void drop(SimConnection connection) {
        if (!connection.isClosed()) {
            connection.close();
            forget(connection);
            connectAgain(connection, 200 * MILLI);
        }
    }

    @Override
    public void reject(SimConnection connection, String reason) {
        world.trace.add(process.localTime(), process.self.id, "refuses a connection: ", reason);
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

    void received(SimConnection connection, Envelope envelope) {
        world.hash += envelope.message().term();
        receive(connection, () -> {
            if (!arrivals.handle(connection, Optional.empty())) {
                world.trace.add(process.localTime(), process.self.id, "<- ", envelope);
                handler().messageReceived(envelope);
            }
        });
    }

    void received(SimConnection connection, String note) {
        receive(connection, () -> {
            world.trace.add(process.localTime(), process.self.id, "<- " + peer(connection) + ": ", note);
            if (!arrivals.handle(connection, Optional.of(note))) {
                handler().noteReceived(peer(connection), note);
            }
        });
    }

    void frameReceived(SimConnection connection, HelloMessage sender, byte[] typeAndContent) {
        world.hash += typeAndContent.length;
        frames.handle(connection, sender, 0, typeAndContent);
    }

    /** Lets something happen on a connection in the next turn, unless the connection has ended by then. */
    void receive(SimConnection connection, Runnable action) {
        if (process.isCurrent() && !connection.isClosed()) {
            inbox.add(() -> {
                if (!connection.isClosed()) {
                    action.run();
                }
            });
            process.wakeUp();
        }
    }

    /** A connection exists, whose peer is not known yet. */
    void connected(SimConnection connection) {
        all.add(connection);
    }

    /** The peer of a connection is authenticated. */
    void opened(SimConnection connection) {
        arrivals.add(connection);
    }

    boolean isConnectedTo(MemberProcess other) {
        return all.stream()
                .anyMatch(each -> each.isUsedByFar()
                        && each.far().filter(far -> far == other).isPresent());
    }

    /** The other end, or something in between, has closed the connection. */
    void lost(SimConnection connection) {
        receive(connection, () -> {
            boolean wasOpen = open.containsValue(connection);
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
            connection.cut();
        }
    }

    /** The process at the other end has ended. */
    void peerEnded(SimNode peer, long incarnation) {
        for (SimConnection connection : List.copyOf(all)) {
            connection
                    .far()
                    .filter(far -> far.self == peer && far.incarnation == incarnation)
                    .ifPresent(ended -> connection.cut());
        }
    }

    private void forget(SimConnection connection) {
        connection.forget();
        all.remove(connection);
        arrivals.remove(connection);
        open.values().remove(connection);
    }

    private void connectAgain(SimConnection connection, long latest) {
        connection.reconnectsTo().ifPresent(node -> world.connections.schedule(process.self, node, latest));
    }
}
