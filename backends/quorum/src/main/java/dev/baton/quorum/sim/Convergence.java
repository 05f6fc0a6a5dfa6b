package dev.baton.quorum.sim;

import dev.baton.quorum.step.Event;
import dev.baton.quorum.step.Node;
import dev.baton.quorum.step.Settings;
import java.time.Duration;
import java.util.List;

/**
 * How long a group with the default settings takes to agree on a leader over links that delay messages and lose some
 * of them, and do nothing worse. In milliseconds of simulated time; a seed gives the same figure everywhere.
 */
public final class Convergence {
    private static final String ELECTION = "e0";
    private static final long SECOND = 1_000_000_000L;

    private final Simulation simulation;

    private Convergence(Simulation simulation) {
        this.simulation = simulation;
    }

    /** A group that is about to start with new disks. */
    public static Convergence of(long seed, int members, Duration fastest, Duration slowest, int lossPercent) {
        Plan plan = new Plan(
                seed,
                members,
                0,
                1,
                Settings.standard(),
                fastest.toNanos(),
                slowest.toNanos(),
                true,
                List.of(),
                0,
                60 * SECOND);
        Simulation simulation = new Simulation(plan, Node::new, false);
        simulation.world().network.usualLoss = lossPercent;
        return new Convergence(simulation);
    }

    /** From now on until somebody leads. */
    public double toLeader() {
        World world = simulation.world();
        long from = world.now;
        while (world.referee.leader(ELECTION, world.now).isEmpty()) {
            advance();
        }
        return (world.now - from) / 1e6;
    }

    /** From the moment that the leader steps down, after it has led for two seconds, until somebody else leads. */
    public double toNextLeader() {
        World world = simulation.world();
        long until = world.now + 2 * SECOND;
        while (world.now < until) {
            advance();
        }
        SimNode leader = world.byName.get(world.referee.leader(ELECTION, world.now));
        if (leader == null || leader.process == null) {
            throw new IllegalStateException("the leader of seed " + world.plan.seed() + " did not last");
        }
        long term = leader.process.seat(ELECTION).term();
        world.feed(leader, new Event.Release(ELECTION, term, ""));
        return toLeader();
    }

    private void advance() {
        if (!simulation.advance()) {
            throw new IllegalStateException("nobody leads");
        }
    }
}
