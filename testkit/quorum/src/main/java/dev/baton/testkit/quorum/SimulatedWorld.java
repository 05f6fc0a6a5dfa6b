package dev.baton.testkit.quorum;

import dev.baton.quorum.step.AnnouncedTiming;
import dev.baton.quorum.step.Envelope;
import dev.baton.quorum.step.GroupRecord;
import dev.baton.quorum.step.MemberNode;
import dev.baton.quorum.step.MemberStart;
import dev.baton.quorum.step.Membership;
import dev.baton.quorum.step.NodeEffect;
import dev.baton.quorum.step.NodeEvent;
import dev.baton.quorum.step.PeerMessage;
import dev.baton.quorum.step.QuorumTiming;
import dev.baton.quorum.step.Vote;
import dev.baton.quorum.step.Voter;
import dev.baton.quorum.step.WriteBacklog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** A running schedule: machines, network and event queue, on one thread. */
final class SimulatedWorld {
    private static final NodeEvent TICK = new NodeEvent.Tick();

    final Schedule schedule;
    final EventQueue queue = new EventQueue();
    final SeededRandom random;
    final SimNetwork network;
    final SafetyChecker checker = new SafetyChecker();
    final EventTrace trace;
    final List<SimNode> nodes = new ArrayList<>();
    final Map<String, SimNode> byName = new HashMap<>();
    final List<String> elections;
    private final NodeFactory factory;
    private final Membership founding;
    long now;
    long events;
    long hash = 17;
    /** Writes of several votes that a crash interrupted. */
    int interruptedBatches;

    long fastestWrite = 50_000;
    long slowestWrite = 500_000;
    /** Whether a process is blocked while its disk writes. */
    boolean writesBlock;

    /** The longest lease that a member has had. */
    Duration longestLease;

    boolean leasesDiffer;

    /** Time of the last change of a membership: the lease of a removed leader may have to expire. */
    long membersChangedAt;

    SimulatedWorld(Schedule schedule, NodeFactory factory, EventTrace trace) {
        this.schedule = schedule;
        this.factory = factory;
        this.longestLease = schedule.group().settings().lease();
        this.trace = trace;
        this.random = new SeededRandom(schedule.seed());
        this.network = new SimNetwork(schedule, random);
        this.elections = List.of("e0", "e1", "e2").subList(0, schedule.elections());
        this.founding = Membership.founding(IntStream.range(0, schedule.group().members())
                .mapToObj(SimulatedWorld::name)
                .toList());
        double drift = schedule.group().settings().drift();
        for (int index = 0; index < schedule.nodes(); index++) {
            SimClock clock = new SimClock(1_000_000_000L + random.between(0, 100_000_000_000L));
            if (drift > 0.01) {
                clock.setRate(0, 1 + (2 * random.unit() - 1) * drift);
            }
            SimDisk disk = new SimDisk(name(index), founding(index), 1 + index);
            SimNode node = new SimNode(
                    index, name(index), clock, disk, schedule.group().settings().lease());
            nodes.add(node);
            byName.put(node.id, node);
        }
        nodes.forEach(this::start);
    }

    private static String name(int index) {
        return String.format("n%02d", index);
    }

    /** Returns the membership in the settings of a node. A spare is configured as an additional member. */
    Membership founding(int index) {
        if (index < schedule.group().members()) {
            return founding;
        }
        List<Voter> members = new ArrayList<>(founding.members());
        members.add(Voter.founding(name(index)));
        return new Membership(0, 0, 0, members);
    }

    /** Starts a process with the state that its disk and the memory of its machine have kept. */
    void start(SimNode node) {
        trace.add(now, node.id, "", "starts");
        node.starts++;
        node.backlog = new WriteBacklog();
        node.writing = false;
        var saved = node.disk.load();
        MemberStart start = new MemberStart(node.id, node.disk.incarnation, node.abstainUntil, random.next());
        QuorumTiming timing = schedule.group().settings().withLease(node.lease);
        node.process = factory.create(timing, start, saved, node.clock.reading(now));
        node.wakeAt = Long.MAX_VALUE;
        announceLeases(node);
        if (node.candidate) {
            campaign(node, node.index % 3 == 2 ? 1 : 0);
        }
        MachineFaults.link(this, node);
        scheduleWake(node);
    }

    /** Announces the settings of a started node and of the others to each other, before any message. */
    private void announceLeases(SimNode node) {
        if (!leasesDiffer) {
            return;
        }
        Duration heartbeat = schedule.group().settings().heartbeatEvery();
        for (SimNode peer : nodes) {
            if (peer != node) {
                handle(peer, new NodeEvent.PeerTiming(node.id, new AnnouncedTiming(heartbeat, node.lease)));
                handle(node, new NodeEvent.PeerTiming(peer.id, new AnnouncedTiming(heartbeat, peer.lease)));
            }
        }
    }

    /** Makes a node a candidate in every election. */
    void campaign(SimNode node, int priority) {
        elections.forEach(election -> handle(node, new NodeEvent.Campaign(election, priority, 0, false)));
    }

    /** Hands an event to a node and carries out its effects. */
    void handle(SimNode node, NodeEvent event) {
        MemberNode process = node.process;
        if (process == null) {
            return;
        }
        trace.add(now, node.id, "<- ", event);
        events++;
        int start = node.starts;
        EffectHandler handler = new EffectHandler(node);
        for (NodeEffect effect : process.handle(event, node.clock.reading(now))) {
            if (!(effect instanceof NodeEffect.SavePromise)) {
                trace.add(now, node.id, "   ", effect);
            }
            effect.accept(handler);
        }
        if (node.starts == start && node.isRunning()) {
            write(node);
            scheduleWake(node);
        }
    }

    private final class EffectHandler implements NodeEffect.Handler {
        private final SimNode node;

        EffectHandler(SimNode node) {
            this.node = node;
        }

        @Override
        public void send(NodeEffect.Send effect) {
            Envelope envelope = effect.envelope();
            if (envelope.message() instanceof PeerMessage.VoteGrant grant) {
                checker.voted(node, envelope.election(), grant.term(), envelope.to());
            }
            SimNode to = byName.get(envelope.to());
            if (to != null) {
                network.send(node.index, to.index, target -> deliver(target, envelope), now, queue);
            }
        }

        @Override
        public void persist(NodeEffect.Persist effect) {
            node.backlog.add(effect);
        }

        @Override
        public void persistGroup(NodeEffect.PersistGroup effect) {
            node.backlog.add(effect);
            membersChangedAt = now;
        }

        @Override
        public void savePromise(NodeEffect.SavePromise effect) {
            node.disk.remember(effect.election(), effect.promise());
        }

        @Override
        public void lead(NodeEffect.Lead effect) {
            checker.leads(node, effect.election(), effect.term(), effect.nanos(), now);
        }

        @Override
        public void steppedDown(NodeEffect.SteppedDown effect) {
            checker.ended(node, effect.election(), effect.term(), effect.cause());
        }

        @Override
        public void follow(NodeEffect.Follow effect) {}

        @Override
        public void membershipChanged(NodeEffect.MembershipChanged effect) {}

        @Override
        public void warn(NodeEffect.Warn effect) {}
    }

    private void deliver(SimNode node, Envelope envelope) {
        hash += envelope.message().term();
        handle(node, new NodeEvent.Received(envelope));
    }

    /** Starts the next write. As in production, all waiting votes are one write, then the newest group record. */
    private void write(SimNode node) {
        if (node.writing || node.backlog.isEmpty()) {
            return;
        }
        List<NodeEvent> results = new ArrayList<>();
        if (node.backlog.hasVotes()) {
            Map<String, Vote> votes = node.backlog.takeVotes();
            node.disk.begin(votes);
            votes.forEach((election, vote) -> results.add(new NodeEvent.Persisted(election, vote)));
        } else {
            GroupRecord group = node.backlog.takeGroup().orElseThrow();
            node.disk.begin(group);
            results.add(new NodeEvent.GroupPersisted(group));
        }
        SimDisk.Fate fate = node.crashAtNextWrite;
        if (fate != null) {
            MachineFaults.crash(this, node, fate);
            return;
        }
        node.writing = true;
        long duration = node.slowDisk > 0
                ? random.between(20_000_000, 800_000_000)
                : random.between(fastestWrite, slowestWrite);
        if (writesBlock) {
            node.frozenUntil = now + duration;
        }
        int start = node.starts;
        queue.add(now + duration, node.index, target -> endWrite(target, start, results));
    }

    /** Reports the result of a write to the process that requested it. */
    private void endWrite(SimNode node, int start, List<NodeEvent> results) {
        if (start != node.starts || !node.isRunning()) {
            return;
        }
        boolean full = node.fullDisk > 0;
        if (full) {
            node.disk.fail();
        } else {
            node.disk.complete();
        }
        for (NodeEvent result : results) {
            if (!full) {
                handle(node, result);
            } else if (result instanceof NodeEvent.Persisted vote) {
                handle(node, new NodeEvent.PersistFailed(vote.election(), vote.vote(), "no space left"));
            }
        }
        node.writing = false;
        write(node);
        scheduleWake(node);
    }

    void scheduleWake(SimNode node) {
        MemberNode process = node.process;
        if (process == null) {
            return;
        }
        long at = process.wakeAt();
        if (at == Long.MAX_VALUE) {
            return;
        }
        long real = Math.max(now, node.clock.realAt(at));
        if (real < node.wakeAt) {
            node.wakeAt = real;
            queue.add(real, node.index, this::wake);
        }
    }

    private void wake(SimNode node) {
        node.wakeAt = Long.MAX_VALUE;
        MemberNode process = node.process;
        if (process != null && process.wakeAt() <= node.clock.nanos(now)) {
            handle(node, TICK);
        } else {
            scheduleWake(node);
        }
    }
}
