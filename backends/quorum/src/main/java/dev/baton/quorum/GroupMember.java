package dev.baton.quorum;

import dev.baton.BatonClock;
import dev.baton.ClockReading;
import dev.baton.quorum.disk.StateFolder;
import dev.baton.quorum.step.Envelope;
import dev.baton.quorum.step.MemberNode;
import dev.baton.quorum.step.Membership;
import dev.baton.quorum.step.NodeEffect;
import dev.baton.quorum.step.NodeEvent;
import dev.baton.quorum.step.QuorumTiming;
import dev.baton.quorum.wire.MemberHello;
import dev.baton.quorum.wire.MemberTransport;
import dev.baton.support.thread.LastingLoop;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A member of a group in this process. Its one thread runs its turns ({@link MemberThread}): it passes events of the
 * network, the disk, the clock and the candidates to the node, and carries out the node's effects. Other threads may call
 * only {@link #execute}, {@link #call}, {@link #run}, {@link #close} and the accessors of immutable parts.
 */
final class GroupMember implements MemberTransport.Handler {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    final MemberMachine machine;
    final BatonClock clock;
    final QuorumTiming timing;
    final MemberTransport transport;
    private final StateFolder storage;
    final MemberNode node;
    private final NodeEffects effects;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final ArrayDeque<NodeEvent> events = new ArrayDeque<>();
    private final PriorityQueue<Timer> timers = new PriorityQueue<>(Comparator.comparingLong(Timer::at));
    private final Map<String, LocalCandidates> candidates = new TreeMap<>();
    final Gossip gossip = new Gossip(this);
    final GroupView view = new GroupView(this);
    private final ClientRequests clients = new ClientRequests(this);
    final MemberMetrics metrics = new MemberMetrics(this);
    final EarlierPeers earlierPeers = new EarlierPeers();
    final PeerEvidence evidence = new PeerEvidence(this);
    final PeerIntroductions introductions;
    final GroupCommands commands;
    final StoredNames storedNames;
    /** Whether the transport sends the introduction of this member. */
    private final boolean introduces;

    private @Nullable CompletableFuture<Membership> pendingChange;
    private boolean handling;
    private volatile @Nullable Thread thread;
    private volatile boolean closing;
    private volatile @Nullable Throwable failure;

    private record Timer(long at, Runnable task) {}

    /** Starts the member. The caller runs its turns, all on one thread. */
    GroupMember(QuorumTiming timing, MemberTransport transport, StateFolder.Opened state, MemberMachine machine)
            throws IOException {
        this.machine = machine;
        this.clock = machine.clock();
        this.timing = timing;
        this.transport = transport;
        this.storage = state.folder();
        this.node = machine.createNode(timing, state.start(), state.saved());
        this.storedNames = new StoredNames(transport, node.elections());
        this.effects = new NodeEffects(this, storage);
        this.commands = new GroupCommands(this, storage.commands());
        this.introductions = new PeerIntroductions(this, storage, state.start().predecessorEnded());
        this.introduces = transport.introduce(introductions::own, timing.heartbeatEvery());
        introductions.start();
        transport.open(this);
        gossip.confirmWatches();
    }

    String self() {
        return node.self();
    }

    /** Returns this member's candidates in an election. */
    LocalCandidates candidates(String election) {
        return candidates.computeIfAbsent(election, name -> new LocalCandidates(this, name));
    }

    /** Runs a task on the member's thread. Tasks run in order. Thread-safe. */
    void execute(Runnable task) {
        tasks.add(task);
        if (Thread.currentThread() != thread) {
            transport.wakeUp();
        }
    }

    /** Computes a value on the member's thread. Fails if the member has stopped. Thread-safe. */
    <T> CompletionStage<T> call(Supplier<T> operation) {
        Throwable cause = failure;
        if (closing || cause != null) {
            return CompletableFuture.failedFuture(new IllegalStateException(
                    "quorum member " + self() + " has stopped" + (cause == null ? "" : ": " + cause)));
        }
        CompletableFuture<T> result = new CompletableFuture<>();
        execute(() -> {
            try {
                result.complete(operation.get());
            } catch (RuntimeException failed) {
                result.completeExceptionally(failed);
            } catch (Error broken) {
                result.completeExceptionally(broken);
                // The node may have carried out a part of a step.
                throw broken;
            }
        });
        return result;
    }

    /** Returns the unexpected error that has ended the member. Thread-safe. */
    Optional<Throwable> failure() {
        return Optional.ofNullable(failure);
    }

    /** Like {@link #call}, without a value. */
    CompletionStage<Void> run(Runnable operation) {
        return this.<Boolean>call(() -> {
                    operation.run();
                    return true;
                })
                .thenAccept(done -> {});
    }

    /** Runs a task on the member's thread after a delay. */
    void schedule(Duration delay, Runnable task) {
        timers.add(new Timer(clock.nanos() + delay.toNanos(), task));
    }

    /** Passes an event to the node and carries out its effects. An event that an effect causes is handled next. */
    void handle(NodeEvent event) {
        events.add(event);
        if (handling) {
            return;
        }
        handling = true;
        try {
            for (NodeEvent next = events.poll(); next != null; next = events.poll()) {
                ClockReading at = clock.now();
                for (NodeEffect effect : node.handle(next, at)) {
                    effects.apply(effect, at);
                }
            }
        } finally {
            handling = false;
        }
    }

    /** Adds or removes a member. One change can be in progress. */
    CompletionStage<Membership> changeMembers(boolean add, String id) {
        if (pendingChange != null) {
            return CompletableFuture.failedFuture(new IllegalStateException(
                    "member " + self() + " already handles another change; try again when it is complete"));
        }
        CompletableFuture<Membership> result = new CompletableFuture<>();
        pendingChange = result;
        handle(new NodeEvent.ChangeMembers(add, id));
        return result;
    }

    void membersChanged(NodeEffect.MembershipChanged changed) {
        CompletableFuture<Membership> result = pendingChange;
        pendingChange = null;
        if (result != null && changed.done()) {
            result.complete(changed.membership());
        } else if (result != null) {
            result.completeExceptionally(new IllegalStateException(changed.what()));
        }
    }

    // --- the member's thread -----------------------------------------------------------------------------------------

    /** Handles what is due, and waits for more. Returns false when the member has ended. */
    boolean turn() {
        thread = Thread.currentThread();
        try {
            if (!closing) {
                runOnce();
                return true;
            }
            shutDown();
            end();
        } catch (IOException | RuntimeException | Error cause) {
            fail(cause);
        }
        return false;
    }

    /** Ends the member. Each part is tried until it succeeds, also while there is no memory for it. */
    private void fail(Throwable cause) {
        failure = cause;
        lasting(() -> LOG.error("member={} stopped after an unexpected error; restart the process", self(), cause));
        candidates.values().forEach(each -> lasting(() -> each.fail(cause)));
        lasting(this::awaitEndOfClaims);
        lasting(this::end);
    }

    private void lasting(Runnable part) {
        LastingLoop.run("the end of member " + self(), () -> {
            part.run();
            return false;
        });
    }

    private void end() {
        transport.close();
        close(storage);
        runTasks();
        commands.stop();
    }

    private void runTasks() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    private void runOnce() throws IOException {
        runTasks();
        long now = clock.nanos();
        for (Timer timer = timers.peek(); timer != null && timer.at() <= now; timer = timers.peek()) {
            timers.poll();
            timer.task().run();
        }
        if (node.wakeAt() <= clock.nanos()) {
            handle(new NodeEvent.Tick());
        }
        effects.persistVotes();
        effects.persistMembers();
        effects.persistVotes();
        transport.flush();
        Timer first = timers.peek();
        long timerAt = first == null ? Long.MAX_VALUE : first.at();
        long until = Math.min(effects.membersDueAt(), Math.min(node.wakeAt(), timerAt));
        transport.poll(tasks.isEmpty() ? until : now);
    }

    /** Withdraws all candidates, and waits until claims that were not released have expired. */
    private void shutDown() throws IOException {
        candidates.values().forEach(LocalCandidates::shutDown);
        transport.flush();
        awaitEndOfClaims();
        for (String election : node.elections()) {
            handle(new NodeEvent.Withdraw(election));
        }
        effects.persistVotes();
        transport.flush();
        transport.poll(clock.nanos());
    }

    /** The lock of the state folder proves to the next start that this one has ended, so it is held while a claim is valid. */
    private void awaitEndOfClaims() {
        for (LocalCandidates each : candidates.values()) {
            for (long left = each.remainingNanos(); left > 0; left = each.remainingNanos()) {
                machine.pause(Duration.ofNanos(Math.min(left, 100_000_000)));
            }
        }
    }

    /** Ends the member with one of its next turns. Thread-safe. */
    void close() {
        closing = true;
        transport.wakeUp();
    }

    static void close(StateFolder storage) {
        try {
            storage.close();
        } catch (IOException failed) {
            LOG.warn("could not close the state directory: {}", failed.toString());
        }
    }

    // --- events of the transport -------------------------------------------------------------------------------------

    @Override
    public void messageReceived(Envelope envelope) {
        if (!introductions.isRefused(envelope.from(), envelope.incarnation())) {
            handle(new NodeEvent.Received(earlierPeers.received(envelope, node.membership())));
        }
    }

    @Override
    public void noteReceived(String peer, String note) {
        Optional<MemberHello> hello = MemberHello.in(note);
        if (hello.isPresent()) {
            introductions.received(peer, hello.get());
        } else if (!commands.received(peer, note)) {
            gossip.noteReceived(peer, note);
        }
    }

    @Override
    public void requestReceived(long client, String note) {
        clients.handle(client, note);
    }

    @Override
    public void clientDisconnected(long client) {
        clients.disconnected(client);
    }

    @Override
    public Optional<String> objection(String peer, long incarnation, MemberHello hello) {
        return introductions.objection(peer, incarnation, hello);
    }

    @Override
    public void peerIntroduced(String peer, long incarnation, MemberHello hello) {
        introductions.accepted(peer, incarnation, hello);
    }

    @Override
    public void peerDisconnected(String peer, long incarnation) {
        storedNames.disconnected(peer);
        evidence.disconnected(peer, incarnation);
        commands.keepers.disconnected(peer);
        earlierPeers.disconnected(peer);
    }

    @Override
    public void peerConnected(String peer) {
        if (!introduces) {
            transport.sendNote(peer, introductions.own());
        }
        storedNames.connected(peer);
        commands.keepers.connected(peer);
        earlierPeers.connected(peer);
        handle(new NodeEvent.PeerLinked(peer));
        gossip.peerConnected(peer);
    }

    /** Waits for a result. Not for the member's thread. */
    static <T> T await(CompletionStage<T> stage, Duration timeout) {
        try {
            return stage.toCompletableFuture().get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            throw new IllegalStateException("no response from the quorum within " + timeout.toMillis() + " ms", late);
        } catch (ExecutionException failed) {
            throw new IllegalStateException("request to the quorum failed: " + failed.getMessage(), failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", interrupted);
        }
    }
}
