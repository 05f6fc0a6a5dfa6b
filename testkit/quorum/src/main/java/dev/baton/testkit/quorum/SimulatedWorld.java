package dev.baton.testkit.quorum;

import dev.baton.quorum.disk.BootInfo;
import dev.baton.quorum.disk.StartRecord;
import dev.baton.quorum.disk.StateFolder;
import dev.baton.quorum.disk.StateFolderException;
import dev.baton.quorum.step.Membership;
import dev.baton.quorum.step.QuorumTiming;
import dev.baton.quorum.step.Voter;
import dev.baton.support.process.ProcessIdentity;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A running schedule: machines, network and event queue, on one thread. */
final class SimulatedWorld {
    private static final long RETRY_START = 500_000_000;

    final Schedule schedule;
    final EventQueue queue = new EventQueue();
    final SeededRandom random;
    final SimNetwork network;
    final SafetyChecker checker = new SafetyChecker();
    final EventTrace trace;
    final List<SimNode> nodes = new ArrayList<>();
    final Map<String, SimNode> byName = new HashMap<>();
    final List<String> elections;
    final NodeFactory factory;
    final ConnectionSetup connections = new ConnectionSetup(this);
    private final Membership founding;
    private int boots;
    private long pids;
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
    /** Time of the last start, which may abstain. */
    long startedAt;

    /** The members that have lost their disks. */
    final Set<String> lostDisks = new HashSet<>();
    /** Folders that a member refused to use, because they are damaged. */
    int refusedFolders;
    /** Ends of streams whose handshake was completed. */
    int openedStreams;
    /** Ends of streams that were closed, because what they received is not authentic. */
    int rejectedStreams;
    /** Processes that go on, although a copy of their disk has started. */
    final Set<SimProcess> detached = new HashSet<>();

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
        String shared = newBoot();
        for (int index = 0; index < schedule.nodes(); index++) {
            add(name(index), schedule.oneMachine() ? shared : newBoot());
        }
        nodes.forEach(node -> byName.put(node.id, node));
        List.copyOf(nodes).forEach(this::start);
    }

    private static String name(int index) {
        return String.format(Locale.ROOT, "n%02d", index);
    }

    /** Adds a machine with an empty disk. */
    SimNode add(String id, String boot) {
        double drift = schedule.group().settings().drift();
        SimClock clock = new SimClock(1_000_000_000L + random.between(0, 100_000_000_000L));
        if (drift > 0.01) {
            clock.setRate(0, 1 + (2 * random.unit() - 1) * drift);
        }
        SimNode node = new SimNode(
                nodes.size(),
                id,
                clock,
                new SimDisk(id, random),
                boot,
                schedule.group().settings().lease());
        nodes.add(node);
        return node;
    }

    String newBoot() {
        return "boot-" + ++boots;
    }

    long newPid() {
        return ++pids;
    }

    /** Returns whether a process runs, be it one that is cut off. */
    boolean runs(ProcessIdentity identity) {
        return nodes.stream().anyMatch(node -> isProcess(node.process, identity))
                || detached.stream().anyMatch(process -> isProcess(process, identity));
    }

    private static boolean isProcess(@Nullable SimProcess process, ProcessIdentity identity) {
        return process instanceof MemberProcess member && member.process().equals(identity);
    }

    /** Returns the membership in the settings of a node. A spare is configured as an additional member. */
    private Membership founding(String id) {
        if (founding.contains(id)) {
            return founding;
        }
        List<Voter> members = new ArrayList<>(founding.members());
        members.add(Voter.founding(id));
        return new Membership(0, 0, 0, members);
    }

    QuorumTiming timing(SimNode node) {
        return schedule.group().settings().withLease(node.lease);
    }

    /** Returns how long a node's disk takes for the next write. */
    long writeTime(SimNode node) {
        return node.slowDisk > 0 ? random.between(20_000_000, 800_000_000) : random.between(fastestWrite, slowestWrite);
    }

    /** Starts a process with the state that its disk and the memory of its machine have kept. */
    void start(SimNode node) {
        trace.add(now, node.id, "", "starts");
        node.starts++;
        node.running = true;
        node.restarts = false;
        startedAt = now;
        try {
            StateFolder.Opened state = StateFolder.open(
                    node.disk,
                    node.id,
                    founding(node.id),
                    timing(node),
                    new BootInfo(node.boot),
                    node.clock.nanos(now),
                    random::next);
            node.reverted = false;
            if (node.isRunning()) {
                start(node, state);
            }
        } catch (StateFolderException damaged) {
            node.reverted = false;
            refused(node, damaged);
        } catch (IOException failed) {
            notStarted(node, failed);
        }
    }

    private void start(SimNode node, StateFolder.Opened state) throws IOException {
        node.incarnation = state.start().incarnation();
        node.disk.processStarted();
        if (schedule.has(SimulatedFault.ROLLED_BACK)) {
            node.snapshots.add(new SimNode.DiskSnapshot(
                    node.disk.snapshot(), state.folder().store(), node.incarnation));
        }
        SimProcess process = schedule.level() == SimulationLevel.MEMBER
                ? new MemberProcess(this, node, state)
                : new StepProcess(this, node, state);
        if (node.isRunning()) {
            node.process = process;
            process.started();
        }
    }

    /** An operator replaces a disk that its member refuses to use, unless too many were lost before. */
    private void refused(SimNode node, StateFolderException damaged) {
        trace.add(now, node.id, "!! ", damaged);
        MachineFaults.ended(this, node);
        refusedFolders++;
        if (mayLoseDisk(node)) {
            node.disk.wipe();
            queue.add(now + RETRY_START, node.index, target -> MachineFaults.restart(this, target));
        }
    }

    /**
     * Records the loss of a disk, and returns whether it is noticed: no more than a majority of the members has lost its
     * disk. In a group of two, the other one must keep its disk.
     */
    boolean mayLoseDisk(SimNode node) {
        int members = schedule.group().members();
        boolean may = members > 2 && (lostDisks.contains(node.id) || 2 * lostDisks.size() <= members);
        if (may) {
            lostDisks.add(node.id);
        }
        return may;
    }

    /** A full or failing disk keeps a process from starting; an operator tries again. */
    private void notStarted(SimNode node, IOException failed) {
        trace.add(now, node.id, "!! ", failed);
        MachineFaults.ended(this, node);
        queue.add(now + RETRY_START, node.index, target -> MachineFaults.restart(this, target));
    }

    /** Returns whether every other node runs and has recorded a later start of the disk in a snapshot. */
    boolean isOutdatedForAll(SimNode node, SimNode.DiskSnapshot snapshot) {
        for (SimNode peer : nodes) {
            SimProcess process = peer.process;
            if (peer == node) {
                continue;
            }
            StartRecord.PeerStart known =
                    process == null ? null : process.folder().peers().get(node.id);
            if (known == null || !known.isAfter(snapshot.store(), snapshot.incarnation())) {
                return false;
            }
        }
        return true;
    }
}
