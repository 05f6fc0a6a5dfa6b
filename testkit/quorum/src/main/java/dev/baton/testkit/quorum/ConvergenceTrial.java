package dev.baton.testkit.quorum;

import dev.baton.quorum.step.MemberNode;
import dev.baton.quorum.step.NodeEvent;
import dev.baton.quorum.step.QuorumTiming;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * How long a group with the default settings takes to agree on a leader over links that delay messages and lose some
 * of them, and do nothing worse. In milliseconds of simulated time; a seed gives the same figure everywhere.
 */
public final class ConvergenceTrial {
    private static final String ELECTION = "e0";
    private static final long SECOND = 1_000_000_000L;

    private final Simulation simulation;

    private ConvergenceTrial(Simulation simulation) {
        this.simulation = simulation;
    }

    /** A group that is about to start with new disks. */
    public static ConvergenceTrial of(long seed, int members, Duration fastest, Duration slowest, int lossPercent) {
        Schedule plan = new Schedule(
                seed,
                members,
                0,
                1,
                QuorumTiming.standard(),
                fastest.toNanos(),
                slowest.toNanos(),
                true,
                List.of(),
                0,
                60 * SECOND);
        Simulation simulation = new Simulation(plan, MemberNode::new, false);
        simulation.world().network.usualLoss = lossPercent;
        return new ConvergenceTrial(simulation);
    }

    /** A group on one machine: its members share a disk, each stands still while it writes, and all want to lead at once. */
    public static ConvergenceTrial onOneDisk(long seed, int members, Duration slowestWrite) {
        ConvergenceTrial group = of(seed, members, Duration.ofNanos(50_000), Duration.ofMillis(1), 0);
        SimulatedWorld world = group.simulation.world();
        world.fastestWrite = slowestWrite.toNanos() / 5;
        world.slowestWrite = slowestWrite.toNanos();
        world.writesBlock = true;
        for (SimNode node : world.nodes) {
            world.feed(node, new NodeEvent.Withdraw(ELECTION));
            world.feed(node, new NodeEvent.Stand(ELECTION, 0, 0, true));
        }
        return group;
    }

    /** The leader's process ends, and all others notice within that time. */
    public double toLeaderAfterKill(Duration slowest) {
        run(Duration.ofSeconds(2));
        SimulatedWorld world = simulation.world();
        SimNode leader = Objects.requireNonNull(world.byName.get(world.referee.leader(ELECTION, world.now)));
        long incarnation = leader.incarnation();
        leader.process = null;
        world.referee.died(leader);
        for (SimNode peer : world.nodes) {
            if (peer != leader) {
                long notices = world.now + world.dice.between(1_000_000, slowest.toNanos());
                world.agenda.plan(notices, peer.index, new MachineFaults.Gone(leader.id, incarnation, true));
            }
        }
        return toLeader();
    }

    /** Lets simulated time pass. */
    public void run(Duration time) {
        SimulatedWorld world = simulation.world();
        long until = world.now + time.toNanos();
        while (world.now < until) {
            advance();
        }
    }

    /** How many leaders a rival's higher term has ended. */
    public int deposed() {
        return simulation.world().referee.deposed;
    }

    /** From now on until somebody leads. */
    public double toLeader() {
        SimulatedWorld world = simulation.world();
        long from = world.now;
        while (world.referee.leader(ELECTION, world.now).isEmpty()) {
            advance();
        }
        return (world.now - from) / 1e6;
    }

    /** From the moment that the leader steps down, after it has led for two seconds, until somebody else leads. */
    public double toNextLeader() {
        run(Duration.ofSeconds(2));
        SimulatedWorld world = simulation.world();
        SimNode leader = world.byName.get(world.referee.leader(ELECTION, world.now));
        if (leader == null || leader.process == null) {
            throw new IllegalStateException("the leader of seed " + world.plan.seed() + " did not last");
        }
        long term = leader.process.seat(ELECTION).term();
        world.feed(leader, new NodeEvent.Release(ELECTION, term, ""));
        return toLeader();
    }

    private void advance() {
        if (!simulation.advance()) {
            throw new IllegalStateException("nobody leads");
        }
    }
}
