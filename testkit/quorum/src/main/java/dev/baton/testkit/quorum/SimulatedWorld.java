package dev.baton.testkit.quorum;

import dev.baton.quorum.step.Envelope;
import dev.baton.quorum.step.GroupRecord;
import dev.baton.quorum.step.MemberNode;
import dev.baton.quorum.step.MemberStart;
import dev.baton.quorum.step.Membership;
import dev.baton.quorum.step.NodeEffect;
import dev.baton.quorum.step.NodeEvent;
import dev.baton.quorum.step.PeerMessage;
import dev.baton.quorum.step.Vote;
import dev.baton.quorum.step.WriteBacklog;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One schedule while it runs: machines, network and agenda, on one thread. */
final class SimulatedWorld {
    static final Object WAKE = "wake";

    /** A disk is done with a write: the answers, for the process that asked. */
    record Written(int start, List<NodeEvent> answers) {}

    final Schedule plan;
    final NodeFactory maker;
    final EventQueue agenda = new EventQueue();
    final SeededRandom dice;
    final SimNetwork network;
    final SafetyChecker referee = new SafetyChecker();
    final EventTrace transcript;
    final List<SimNode> nodes = new ArrayList<>();
    final Map<String, SimNode> byName = new HashMap<>();
    private final Membership founding;
    private final List<String> elections;
    long now;
    long events;
    long hash = 17;
    /** Writes of many votes that a crash cut short. */
    int cutBatches;

    long fastestWrite = 50_000;
    long slowestWrite = 500_000;
    /** Whether a process does nothing else while its disk writes. */
    boolean writesBlock;

    /** When the list of members last changed: a lease of a removed leader may have to run out. */
    long regroupedAt;

    SimulatedWorld(Schedule plan, NodeFactory maker, EventTrace transcript) {
        this.plan = plan;
        this.maker = maker;
        this.transcript = transcript;
        this.dice = new SeededRandom(plan.seed());
        this.network = new SimNetwork(plan, dice);
        List<String> names = new ArrayList<>();
        for (int index = 0; index < plan.nodes(); index++) {
            names.add(String.format("n%02d", index));
        }
        this.founding = Membership.founding(names.subList(0, plan.members()));
        this.elections = List.of("e0", "e1", "e2").subList(0, plan.elections());
        for (int index = 0; index < plan.nodes(); index++) {
            SimClock clock = new SimClock(1_000_000_000L + dice.between(0, 100_000_000_000L));
            if (plan.settings().drift() > 0.01) {
                clock.drift(0, 1 + (2 * dice.unit() - 1) * plan.settings().drift());
            }
            SimDisk disk = new SimDisk(names.get(index), foundingOf(index), 1 + index);
            SimNode node = new SimNode(index, names.get(index), clock, disk);
            nodes.add(node);
            byName.put(node.id, node);
        }
        nodes.forEach(node -> start(node, Long.MIN_VALUE));
    }

    /** A spare was started with a list of its own that has itself in it. */
    private Membership foundingOf(int index) {
        if (index < plan.members()) {
            return founding;
        }
        List<String> names = new ArrayList<>(
                founding.members().stream().map(member -> member.id()).toList());
        names.add(String.format("n%02d", index));
        return Membership.founding(names);
    }

    Membership foundingOf(SimNode node) {
        return foundingOf(node.index);
    }

    List<String> elections() {
        return elections;
    }

    /** A new process finds what the disk, and the memory of the machine, have kept. */
    void start(SimNode node, long abstainUntil) {
        transcript.add(now, node.id, "starts");
        node.starts++;
        node.backlog = new WriteBacklog();
        node.writing = false;
        var saved = node.disk.load();
        MemberStart start = new MemberStart(node.id, node.disk.incarnation(), abstainUntil, dice.next());
        node.process = maker.make(plan.settings(), start, saved, node.clock.moment(now));
        node.wakePlanned = Long.MAX_VALUE;
        if (node.stands) {
            for (String election : elections) {
                feed(node, new NodeEvent.Stand(election, node.index % 3 == 2 ? 1 : 0, 0));
            }
        }
        MachineFaults.link(this, node);
        planWake(node);
    }

    /** Gives an event to a node, and does what it says. */
    void feed(SimNode node, NodeEvent event) {
        MemberNode process = node.process;
        if (process == null) {
            return;
        }
        if (transcript.isWanted()) {
            transcript.add(now, node.id, "<- " + event);
        }
        events++;
        int start = node.starts;
        List<NodeEffect> effects = process.handle(event, node.clock.moment(now));
        for (NodeEffect effect : effects) {
            if (node.starts != start || !node.isUp()) {
                break; // It died in the middle of its effects.
            }
            perform(node, effect);
        }
        if (node.starts == start && node.isUp()) {
            write(node);
            planWake(node);
        }
    }

    private void perform(SimNode node, NodeEffect effect) {
        if (transcript.isWanted() && !(effect instanceof NodeEffect.Remember)) {
            transcript.add(now, node.id, "   " + effect);
        }
        if (effect instanceof NodeEffect.Send send) {
            send(node, send.envelope());
        } else if (effect instanceof NodeEffect.Remember remember) {
            node.disk.remember(remember.election(), remember.promise());
        } else if (node.backlog.takes(effect)) {
            regroupedAt = effect instanceof NodeEffect.PersistGroup ? now : regroupedAt;
        } else if (effect instanceof NodeEffect.Lead lead) {
            referee.leads(node, lead.election(), lead.term(), lead.nanos(), now);
        } else if (effect instanceof NodeEffect.Ended ended) {
            referee.ended(node, ended.election(), ended.term(), ended.cause());
        }
    }

    private void send(SimNode node, Envelope envelope) {
        if (envelope.message() instanceof PeerMessage.VoteGrant grant) {
            referee.voted(node, envelope.election(), grant.term(), envelope.to());
        }
        SimNode to = byName.get(envelope.to());
        if (to != null) {
            network.send(node.index, to.index, envelope, now, agenda);
        }
    }

    /** As in production: all votes that wait go by one write, then the newest list. */
    private void write(SimNode node) {
        if (node.writing || node.backlog.isEmpty()) {
            return;
        }
        List<NodeEvent> answers = new ArrayList<>();
        if (node.backlog.hasVotes()) {
            Map<String, Vote> votes = node.backlog.takeVotes();
            node.disk.begin(votes);
            votes.forEach((election, ballot) -> answers.add(new NodeEvent.Persisted(election, ballot)));
        } else {
            GroupRecord list = node.backlog.takeList().orElseThrow();
            node.disk.begin(list);
            answers.add(new NodeEvent.GroupPersisted(list));
        }
        SimDisk.Fate fate = node.dieAtNextWrite;
        if (fate != null) {
            node.dieAtNextWrite = null;
            MachineFaults.crash(this, node, fate);
            return;
        }
        node.writing = true;
        long takes =
                node.slowDisk > 0 ? dice.between(20_000_000, 800_000_000) : dice.between(fastestWrite, slowestWrite);
        if (writesBlock) {
            node.stoppedUntil = now + takes;
        }
        agenda.plan(now + takes, node.index, new Written(node.starts, answers));
    }

    /** The disk is done: the write is what it was meant to be, or failed. */
    void written(SimNode node, Written written) {
        if (written.start != node.starts || !node.isUp()) {
            return;
        }
        boolean full = node.fullDisk > 0;
        if (full) {
            node.disk.fail();
        } else {
            node.disk.complete();
        }
        for (NodeEvent answer : written.answers) {
            if (!full) {
                feed(node, answer);
            } else if (answer instanceof NodeEvent.Persisted vote) {
                feed(node, new NodeEvent.PersistFailed(vote.election(), vote.ballot(), "no space left"));
            }
        }
        node.writing = false;
        write(node);
        planWake(node);
    }

    void planWake(SimNode node) {
        MemberNode process = node.process;
        if (process == null) {
            return;
        }
        long at = process.wakeAt();
        if (at == Long.MAX_VALUE) {
            return;
        }
        long real = Math.max(now, node.clock.realAt(at));
        if (real < node.wakePlanned) {
            node.wakePlanned = real;
            agenda.plan(real, node.index, WAKE);
        }
    }
}
