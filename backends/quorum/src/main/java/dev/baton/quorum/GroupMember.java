package dev.baton.quorum;

import dev.baton.BatonClock;
import dev.baton.ClockReading;
import dev.baton.quorum.step.Envelope;
import dev.baton.quorum.step.GroupRecord;
import dev.baton.quorum.step.MemberNode;
import dev.baton.quorum.step.NodeEffect;
import dev.baton.quorum.step.NodeEvent;
import dev.baton.quorum.step.QuorumTiming;
import dev.baton.quorum.step.Vote;
import dev.baton.quorum.step.WriteBacklog;
import dev.baton.quorum.wire.MemberTransport;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This process's place in a group: the one thread that feeds the node with what comes from the network, the disk,
 * the clock and the candidates, and does what the node says.
 */
final class GroupMember implements MemberTransport.Ears {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    /** How long a list waits for the next one, for each member: at a first start every member's disk is noted in it. */
    private static final long GATHER_NANOS = 500_000;

    private final BatonClock clock;
    private final QuorumTiming settings;
    private final MemberTransport transport;
    private final MemberStorage archive;
    private final MemberNode node;
    private final Thread thread;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final ArrayDeque<NodeEvent> events = new ArrayDeque<>();
    private final WriteBacklog backlog = new WriteBacklog();
    private final PriorityQueue<Alarm> alarms = new PriorityQueue<>(Comparator.comparingLong(Alarm::at));
    private final Map<String, LocalCandidates> desks = new TreeMap<>();
    private final Gossip gossip;
    private final PendingMemberChanges changes = new PendingMemberChanges(this);
    private final MemberMetrics metrics;
    private boolean handling;
    private long listDueAt = Long.MAX_VALUE;
    private volatile boolean closing;
    private volatile @Nullable Throwable failure;

    private record Alarm(long at, Runnable task) {}

    GroupMember(QuorumTiming settings, MemberTransport transport, MemberStorage archive, BatonClock clock)
            throws IOException {
        this.clock = clock;
        this.settings = settings;
        this.transport = transport;
        this.archive = archive;
        this.node = new MemberNode(settings, archive.start(), archive.saved(), clock.now());
        this.gossip = new Gossip(this);
        this.metrics = new MemberMetrics(this);
        transport.open(this);
        this.thread = new Thread(this::run, "baton-quorum-" + node.self());
        thread.setDaemon(true);
        thread.start();
    }

    String self() {
        return node.self();
    }

    QuorumTiming settings() {
        return settings;
    }

    BatonClock clock() {
        return clock;
    }

    /** Only on the thread of this member. */
    MemberNode node() {
        return node;
    }

    MemberTransport transport() {
        return transport;
    }

    Gossip gossip() {
        return gossip;
    }

    PendingMemberChanges changes() {
        return changes;
    }

    MemberMetrics metrics() {
        return metrics;
    }

    /** This member's candidates in an election. Only on the thread of this member. */
    LocalCandidates desk(String election) {
        return desks.computeIfAbsent(election, name -> new LocalCandidates(this, name));
    }

    Iterable<LocalCandidates> desks() {
        return desks.values();
    }

    /** Runs on the thread of this member, in order, from any thread. */
    void post(Runnable task) {
        tasks.add(task);
        if (Thread.currentThread() != thread) {
            transport.wakeUp();
        }
    }

    /** Asks something on the thread of this member. */
    <T> CompletionStage<T> ask(Supplier<T> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        Throwable broken = failure;
        if (closing || broken != null) {
            answer.completeExceptionally(new IllegalStateException(
                    "member " + self() + " of the quorum has stopped" + (broken == null ? "" : ": " + broken)));
            return answer;
        }
        post(() -> {
            try {
                answer.complete(question.get());
            } catch (RuntimeException failed) {
                answer.completeExceptionally(failed);
            }
        });
        return answer;
    }

    /** Runs later, on the thread of this member; only from there. */
    void after(Duration delay, Runnable task) {
        alarms.add(new Alarm(clock.nanos() + delay.toNanos(), task));
    }

    /** Feeds the node and does what it says; only on the thread of this member. */
    void feed(NodeEvent event) {
        events.add(event);
        if (handling) {
            return;
        }
        handling = true;
        try {
            for (NodeEvent next = events.poll(); next != null; next = events.poll()) {
                ClockReading at = clock.now();
                for (NodeEffect effect : node.handle(next, at)) {
                    carryOut(effect, at);
                }
            }
        } finally {
            handling = false;
        }
    }

    private void carryOut(NodeEffect effect, ClockReading at) {
        if (effect instanceof NodeEffect.Send send) {
            transport.send(send.envelope());
        } else if (effect instanceof NodeEffect.Remember remember) {
            archive.remember(remember.election(), remember.promise());
        } else if (backlog.takes(effect)) {
            LOG.trace("member {}: {}", self(), effect);
        } else if (isOfTheGroup(effect)) {
            // Who may change the list of members is the node's own business.
            LOG.debug("member {}: {}", self(), effect);
        } else if (effect instanceof NodeEffect.Lead lead) {
            metrics.leads(lead.election());
            desk(lead.election()).leads(lead.term(), lead.nanos(), at);
        } else if (effect instanceof NodeEffect.Ended ended) {
            desk(ended.election()).ended(ended.term(), ended.cause());
        } else if (effect instanceof NodeEffect.Follow follow) {
            metrics.follows(follow.election(), follow.leader());
            desk(follow.election()).follows(follow.leader(), follow.term());
        } else if (effect instanceof NodeEffect.Changed changed) {
            changes.changed(changed);
        } else if (effect instanceof NodeEffect.Warn warn) {
            LOG.warn("{}", warn.what());
        }
    }

    private static boolean isOfTheGroup(NodeEffect effect) {
        return (effect instanceof NodeEffect.Lead lead && lead.election().equals(MemberNode.GROUP))
                || (effect instanceof NodeEffect.Ended ended && ended.election().equals(MemberNode.GROUP))
                || (effect instanceof NodeEffect.Follow follow
                        && follow.election().equals(MemberNode.GROUP));
    }

    /**
     * Makes durable what has to be: all votes of one pass by one write. Whatever depends on it waits for the answer,
     * so that messages of the same pass leave first: others read their mail while this disk writes.
     */
    private void write() {
        while (backlog.hasVotes()) {
            transport.flush();
            persist(backlog.takeVotes());
        }
    }

    private void writeList() {
        if (clock.nanos() < listDueAt()) {
            return;
        }
        listDueAt = Long.MAX_VALUE;
        GroupRecord list = backlog.takeList().orElseThrow();
        try {
            archive.group(list);
            feed(new NodeEvent.GroupPersisted(list));
        } catch (IOException failed) {
            LOG.warn("member {} cannot write its list of members: {}; it tries again", self(), failed.toString());
        }
    }

    /** When to write the list, if there is one to write: a little after it was first wanted. */
    private long listDueAt() {
        if (backlog.hasList() && listDueAt == Long.MAX_VALUE) {
            listDueAt = clock.nanos() + GATHER_NANOS * node.membership().size();
        }
        return listDueAt;
    }

    private void persist(Map<String, Vote> votes) {
        votes.forEach(metrics::voted);
        try {
            archive.votes(votes);
            votes.forEach((election, ballot) -> feed(new NodeEvent.Persisted(election, ballot)));
        } catch (IOException failed) {
            LOG.warn(
                    "member {} does not vote in {}: its vote cannot be made durable ({})",
                    self(),
                    String.join(", ", votes.keySet()),
                    failed.toString());
            votes.forEach((election, ballot) -> feed(new NodeEvent.PersistFailed(election, ballot, failed.toString())));
        }
    }

    // --- the thread ----------------------------------------------------------------------------------------

    private void run() {
        try {
            gossip.start();
            while (!closing) {
                turn();
            }
            wind();
        } catch (IOException | RuntimeException | Error broken) {
            failure = broken;
            LOG.error("member {} of the quorum stops: it takes no further part", self(), broken);
            desks.values().forEach(desk -> desk.fail(broken));
            awaitEndOfClaims();
        } finally {
            transport.close();
            archive.close();
            for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                task.run();
            }
        }
    }

    private void turn() throws IOException {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
        long now = clock.nanos();
        for (Alarm alarm = alarms.peek(); alarm != null && alarm.at() <= now; alarm = alarms.peek()) {
            alarms.poll();
            alarm.task().run();
        }
        if (node.wakeAt() <= clock.nanos()) {
            feed(new NodeEvent.Tick());
        }
        write();
        writeList();
        write();
        transport.flush();
        Alarm first = alarms.peek();
        long until = Math.min(listDueAt(), Math.min(node.wakeAt(), first == null ? Long.MAX_VALUE : first.at()));
        transport.await(tasks.isEmpty() ? until : now);
    }

    /** Gives up every candidacy, and waits for claims that were not given back to run out. */
    private void wind() throws IOException {
        for (LocalCandidates desk : desks.values()) {
            desk.leave();
        }
        transport.flush();
        awaitEndOfClaims();
        for (String election : node.elections()) {
            feed(new NodeEvent.Withdraw(election));
        }
        write();
        transport.flush();
        transport.await(clock.nanos());
    }

    /** A listener that closes tells the others that this process is gone: not while it may still act. */
    private void awaitEndOfClaims() {
        for (LocalCandidates desk : desks.values()) {
            for (long left = desk.trustLeft(); left > 0; left = desk.trustLeft()) {
                LockSupport.parkNanos(Math.min(left, 100_000_000));
            }
        }
    }

    void close() {
        closing = true;
        transport.wakeUp();
        long patience = settings.longestLease().toMillis() + 1_000;
        try {
            thread.join(patience);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    // --- what the network says -------------------------------------------------------------------------------

    @Override
    public void received(Envelope envelope) {
        feed(new NodeEvent.Received(envelope));
    }

    @Override
    public void noted(String peer, String note) {
        gossip.heard(peer, note);
    }

    @Override
    public void asked(long client, String note) {
        gossip.clients().asked(client, note);
    }

    @Override
    public void left(long client) {
        gossip.clients().left(client);
    }

    @Override
    public void linked(String peer) {
        feed(new NodeEvent.PeerLinked(peer));
        gossip.linked(peer);
    }

    @Override
    public void gone(String peer, long incarnation, boolean loopback) {
        if (loopback) {
            gossip.gone(peer);
        }
        feed(new NodeEvent.PeerGone(peer, incarnation, loopback));
    }

    /** Waits for an answer, off the thread of this member. */
    static <T> T await(CompletionStage<T> stage, Duration patience) {
        try {
            return stage.toCompletableFuture().get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException failed) {
            throw new IllegalStateException("the quorum did not answer: " + failed.getMessage(), failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", interrupted);
        }
    }
}
