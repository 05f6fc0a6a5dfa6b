package dev.baton.testkit.quorum;

import dev.baton.quorum.step.MemberNode;
import dev.baton.quorum.step.NodeEvent;
import dev.baton.quorum.step.QuorumTiming;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * Measures how long a group with default settings takes to elect a leader over links that delay and lose messages, without
 * other faults. Results are milliseconds of simulated time; a seed gives the same result on every machine.
 */
public final class ConvergenceTrial {
    private static final String ELECTION = "e0";
    private static final long SECOND = 1_000_000_000L;

    private final Simulation simulation;
    private final SimulatedWorld world;

    private ConvergenceTrial(Simulation simulation) {
        this.simulation = simulation;
        this.world = simulation.world;
    }

    /** Returns a group that is about to start with new disks. */
    public static ConvergenceTrial of(long seed, int members, Duration fastest, Duration slowest, int lossPercent) {
        SimulatedGroup group = new SimulatedGroup(members, QuorumTiming.standard(), fastest, slowest);
        Schedule schedule =
                new Schedule(seed, SimulationLevel.PROTOCOL, group, 0, 1, true, false, List.of(), 0, 60 * SECOND);
        ConvergenceTrial trial = new ConvergenceTrial(new Simulation(schedule, MemberNode::new, false));
        trial.world.network.usualLoss = lossPercent;
        return trial;
    }

    /**
     * Returns a group on one machine: its members share a disk, each is blocked while it writes, and all become candidates
     * at the same time.
     */
    public static ConvergenceTrial onOneDisk(long seed, int members, Duration slowestWrite) {
        ConvergenceTrial trial = of(seed, members, Duration.ofNanos(50_000), Duration.ofMillis(1), 0);
        SimulatedWorld world = trial.world;
        world.fastestWrite = slowestWrite.toNanos() / 5;
        world.slowestWrite = slowestWrite.toNanos();
        world.writesBlock = true;
        for (SimNode node : world.nodes) {
            step(node).handle(new NodeEvent.Withdraw(ELECTION));
            step(node).handle(new NodeEvent.Campaign(ELECTION, 0, 0, true));
        }
        return trial;
    }

    /**
     * Kills the leader after two seconds and measures the time to the next one.
     *
     * @param slowest maximum time in which the other members detect the end of the process
     */
    public double toLeaderAfterKill(Duration slowest) {
        SimNode leader = leaderAfterTwoSeconds();
        MachineFaults.ended(world, leader);
        world.checker.crashed(leader);
        for (SimNode peer : world.nodes) {
            if (peer != leader) {
                long at = world.now + world.random.between(1_000_000, slowest.toNanos());
                step(peer).handleAt(at, new NodeEvent.PeerGone(leader.id, leader.incarnation, true));
            }
        }
        return toLeader();
    }

    /** Advances the simulated time. */
    public void run(Duration time) {
        long until = world.now + time.toNanos();
        while (world.now < until) {
            advance();
        }
    }

    /** Returns the number of leaders that a rival's higher term deposed. */
    public int deposed() {
        return world.checker.deposed;
    }

    /** Measures the time from now to a leader. */
    public double toLeader() {
        long from = world.now;
        while (world.checker.leader(ELECTION, world.now).isEmpty()) {
            advance();
        }
        return (world.now - from) / 1e6;
    }

    /** Lets the leader step down after two seconds and measures the time to the next one. */
    public double toNextLeader() {
        SimNode leader = leaderAfterTwoSeconds();
        step(leader).transfer("");
        return toLeader();
    }

    private static StepProcess step(SimNode node) {
        return (StepProcess) Objects.requireNonNull(node.process);
    }

    private SimNode leaderAfterTwoSeconds() {
        run(Duration.ofSeconds(2));
        SimNode leader = world.byName.get(world.checker.leader(ELECTION, world.now));
        return Objects.requireNonNull(leader, () -> "no leader after two seconds, seed " + world.schedule.seed());
    }

    private void advance() {
        if (!simulation.advance()) {
            throw new IllegalStateException("no leader was elected in time");
        }
    }
}
