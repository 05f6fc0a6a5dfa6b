package dev.baton.testkit.quorum;

import dev.baton.quorum.step.Envelope;
import dev.baton.quorum.step.MemberNode;
import dev.baton.quorum.step.NodeEvent;
import dev.baton.quorum.step.ProtocolViolation;

/** Runs one schedule from its first event to the verdict. */
public final class Simulation {
    private static final long MOST_EVENTS = 400_000;
    private static final NodeEvent TICK = new NodeEvent.Tick();

    private final Schedule plan;
    private final SimulatedWorld world;
    private final FaultInjector disturbances;

    Simulation(Schedule plan, NodeFactory maker, boolean transcript) {
        this.plan = plan;
        this.world = new SimulatedWorld(plan, maker, new EventTrace(transcript));
        this.disturbances = new FaultInjector(world);
    }

    /** The schedule of a seed, with the real protocol. */
    public static ScheduleResult run(long seed) {
        return run(seed, MemberNode::new, false);
    }

    /** The schedule of a seed, with nodes of one's own making. */
    public static ScheduleResult run(long seed, NodeFactory maker, boolean transcript) {
        return run(ScheduleGenerator.plan(seed), maker, transcript);
    }

    static ScheduleResult run(Schedule plan, NodeFactory maker, boolean transcript) {
        Simulation simulation = new Simulation(plan, maker, transcript);
        String trouble = "";
        try {
            simulation.play();
        } catch (SafetyViolation | ProtocolViolation violation) {
            trouble = String.valueOf(violation.getMessage());
        } catch (RuntimeException broken) {
            trouble = "broken: " + broken + " at " + broken.getStackTrace()[0];
        }
        if (!trouble.isEmpty()) {
            simulation.world.transcript.add(simulation.world.now, "!!!!", trouble);
        }
        SimulatedWorld world = simulation.world;
        return new ScheduleResult(
                plan.seed(),
                trouble,
                world.hash,
                plan.members(),
                world.events,
                world.referee.reigns,
                world.referee.highestTerm,
                simulation.disturbances.counts,
                world.cutBatches,
                world.transcript.toString());
    }

    SimulatedWorld world() {
        return world;
    }

    private void play() {
        boolean more = true;
        while (more) {
            more = advance();
        }
        settle();
    }

    /** The next event happens; whether there was one. */
    boolean advance() {
        if (world.agenda.isEmpty()) {
            return false;
        }
        EventQueue.Entry entry = world.agenda.next();
        if (entry.at > endsAt()) {
            return false;
        }
        world.now = entry.at;
        SimNode node = world.nodes.get(entry.node);
        if (entry.at < node.stoppedUntil && !(entry.what instanceof FaultInjector.Turn)) {
            world.agenda.plan(node.stoppedUntil, entry.node, entry.what);
            return true;
        }
        if (world.events > MOST_EVENTS) {
            throw new SafetyViolation("more than " + MOST_EVENTS + " events: the group does not come to rest");
        }
        happen(node, entry.what);
        world.hash = (world.hash ^ entry.at ^ ((long) entry.node << 56)) * 0x100000001B3L;
        return true;
    }

    private long endsAt() {
        long settled = world.regroupedAt + plan.settings().longestLease().toNanos() + 5_000_000_000L;
        return world.regroupedAt > plan.calmAt() ? Math.max(plan.endsAt(), settled) : plan.endsAt();
    }

    private void happen(SimNode node, Object what) {
        if (what instanceof Envelope envelope) {
            world.hash += envelope.message().term();
            world.feed(node, new NodeEvent.Received(envelope));
        } else if (what == SimulatedWorld.WAKE) {
            node.wakePlanned = Long.MAX_VALUE;
            MemberNode process = node.process;
            if (process != null && process.wakeAt() <= node.clock.nanos(world.now)) {
                world.feed(node, TICK);
            } else {
                world.planWake(node);
            }
        } else if (what instanceof SimulatedWorld.Written written) {
            world.written(node, written);
        } else if (what instanceof FaultInjector.Turn turn) {
            world.events++;
            disturbances.turn(turn);
        } else if (what instanceof MachineFaults.Gone gone) {
            MachineFaults.gone(world, node, gone);
        } else if (what instanceof MachineFaults.Linked linked) {
            world.feed(node, new NodeEvent.PeerLinked(linked.peer()));
        } else if (what instanceof FaultInjector.StandAgain) {
            disturbances.standAgain(node);
        } else {
            throw new IllegalStateException(String.valueOf(what));
        }
    }

    /** All faults ended long ago: somebody has to lead. */
    private void settle() {
        if (!SurvivingMajority.canElect(world.nodes)) {
            return;
        }
        for (String election : world.elections()) {
            if (world.referee.leader(election, world.now).isEmpty()) {
                throw new SafetyViolation("nobody leads '" + election + "' at the end, "
                        + (plan.endsAt() - plan.calmAt()) / 1_000_000_000 + " s after the last fault");
            }
        }
    }
}
