package dev.baton.testkit.quorum;

import dev.baton.quorum.step.MemberNode;
import dev.baton.quorum.step.Membership;
import dev.baton.quorum.step.ProtocolViolation;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/** Runs one schedule from its first event to the result. */
public final class Simulation {
    /** For each ten members, because their messages grow with the square of their number. */
    private static final long MAX_EVENTS = 400_000;

    private final Schedule schedule;
    final SimulatedWorld world;
    private final FaultInjector injector;

    Simulation(Schedule schedule, NodeFactory factory, boolean traced) {
        this.schedule = schedule;
        this.world = new SimulatedWorld(schedule, factory, new EventTrace(traced));
        this.injector = new FaultInjector(world);
    }

    /** Runs the schedule of a seed with the production code. */
    public static ScheduleResult run(long seed, SimulationLevel level) {
        return run(seed, level, MemberNode::new, false);
    }

    /** Runs the schedule of a seed with nodes of a factory, on request with a trace of all events. */
    public static ScheduleResult run(long seed, SimulationLevel level, NodeFactory factory, boolean traced) {
        return run(ScheduleGenerator.generate(seed, level), factory, traced);
    }

    static ScheduleResult run(Schedule schedule, NodeFactory factory, boolean traced) {
        Simulation simulation = new Simulation(schedule, factory, traced);
        SimulatedWorld world = simulation.world;
        String violation = simulation.play();
        if (!violation.isEmpty()) {
            world.trace.add(world.now, "!!!!", "", violation);
        }
        return new ScheduleResult(
                schedule.seed(),
                violation,
                world.hash,
                schedule.group().members(),
                world.events,
                world.checker.tenures,
                world.checker.highestTerm,
                simulation.injector.counts,
                world.interruptedBatches,
                world.refusedFolders,
                world.openedStreams,
                world.rejectedStreams,
                world.trace.toString());
    }

    private String play() {
        try {
            boolean more = true;
            while (more) {
                more = advance();
            }
            checkLeaders();
            return "";
        } catch (SafetyViolation | ProtocolViolation violation) {
            return String.valueOf(violation.getMessage());
        } catch (RuntimeException failure) {
            return "failed: " + failure + " at " + failure.getStackTrace()[0];
        }
    }

    /** Lets the next event occur; returns whether there was one. */
    boolean advance() {
        EventQueue.Entry entry = world.queue.next();
        if (entry == null || entry.at() > endsAt()) {
            return false;
        }
        world.now = entry.at();
        SimNode node = world.nodes.get(entry.node());
        if (entry.at() < node.frozenUntil && !entry.always()) {
            world.queue.add(node.frozenUntil, entry.node(), entry.event());
            return true;
        }
        long maxEvents = MAX_EVENTS * Math.max(1, schedule.group().members() / 10);
        if (world.events > maxEvents) {
            throw new SafetyViolation("more than " + maxEvents + " events: the group does not become stable");
        }
        entry.event().occur(node);
        world.hash = (world.hash ^ entry.at() ^ ((long) entry.node() << 56)) * 0x100000001B3L;
        return true;
    }

    private long endsAt() {
        // The last start may abstain for the longest lease; so may a removed leader keep its lease.
        long longest =
                schedule.group().settings().longestLease(world.longestLease).toNanos();
        long disturbedAt = Math.max(schedule.faultsEndAt(), Math.max(world.membersChangedAt, world.startedAt));
        return Math.max(schedule.endsAt(), disturbedAt + (world.leasesDiffer ? 2 : 1) * longest + 6_000_000_000L);
    }

    /** Checks that every election has a leader at the end, long after all faults have ended. */
    private void checkLeaders() {
        if (!canElect()) {
            return;
        }
        for (String election : world.elections) {
            if (world.checker.leader(election, world.now).isEmpty()) {
                throw new SafetyViolation("no leader of '" + election + "' at the end, "
                        + (schedule.endsAt() - schedule.faultsEndAt()) / 1_000_000_000 + " s after the last fault");
            }
        }
    }

    /** Returns whether the group still has a majority that may vote, after lost disks and removed members. */
    private boolean canElect() {
        List<MemberNode> running = world.nodes.stream()
                .filter(node -> !node.refused)
                .map(node -> node.process)
                .filter(Objects::nonNull)
                .map(SimProcess::node)
                .toList();
        return running.stream()
                .map(MemberNode::membership)
                .max(Comparator.comparing((Membership members) -> members.id().term())
                        .thenComparing(members -> members.id().version()))
                .filter(newest -> 2 * voters(running, newest) > newest.size())
                .isPresent();
    }

    private static long voters(List<MemberNode> running, Membership newest) {
        return running.stream()
                .filter(process -> process.isEnrolled() && newest.contains(process.self()))
                .filter(process -> newest.member(process.self()).store() == 0
                        || process.membership().equals(newest))
                .count();
    }
}
