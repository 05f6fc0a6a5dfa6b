package dev.baton.testkit.quorum;

import dev.baton.quorum.step.MemberNode;
import dev.baton.quorum.step.MemberRole;
import dev.baton.quorum.step.Membership;
import dev.baton.quorum.step.NodeEvent;
import java.util.EnumMap;
import java.util.Map;

/** Turns the strikes of a plan on and off. */
final class FaultInjector {
    /** A strike begins or ends. */
    record Turn(ScheduledFault strike, boolean begins) {}

    /** A node stands again in every election. */
    record StandAgain() {}

    private final SimulatedWorld world;
    final Map<SimulatedFault, Integer> counts = new EnumMap<>(SimulatedFault.class);

    FaultInjector(SimulatedWorld world) {
        this.world = world;
        for (ScheduledFault strike : world.plan.strikes()) {
            world.agenda.plan(strike.at(), strike.node(), new Turn(strike, true));
            world.agenda.plan(strike.end(), strike.node(), new Turn(strike, false));
        }
    }

    void turn(Turn turn) {
        ScheduledFault strike = turn.strike;
        SimNode node = world.nodes.get(strike.node());
        int by = turn.begins ? 1 : -1;
        if (turn.begins) {
            counts.merge(strike.fault(), 1, Integer::sum);
        }
        world.transcript.add(world.now, node.id, (turn.begins ? "** " : "** end of ") + strike.fault());
        SimNetwork network = world.network;
        switch (strike.fault()) {
            case DELAY -> network.delayed += by;
            case LOSS -> network.lossy += by;
            case DUPLICATION -> network.doubling += by;
            case REORDERING -> network.shuffling += by;
            case ONE_WAY -> network.oneWay(strike, by);
            case RING -> network.ring(by);
            case MAJORITY -> network.split(strike, by);
            case ISOLATION -> network.isolate(strike, by);
            case FULL_DISK -> node.fullDisk += by;
            case SLOW_DISK -> node.slowDisk += by;
            default -> turnNode(node, strike, turn.begins);
        }
    }

    private void turnNode(SimNode node, ScheduledFault strike, boolean begins) {
        switch (strike.fault()) {
            case DRIFT -> drift(node, strike, begins);
            case CLOCK_STEP -> stepClock(node, strike, begins);
            case PAUSE -> pause(node, strike, begins);
            case SUSPENSION -> suspend(node, strike, begins);
            case CRASH -> die(node, begins, SimDisk.Fate.LOST, true);
            case TORN_WRITE -> die(node, begins, SimDisk.Fate.TORN, false);
            case LOST_WRITE -> die(node, begins, SimDisk.Fate.LOST, false);
            case KEPT_WRITE -> die(node, begins, SimDisk.Fate.KEPT, false);
            case REBOOT, WIPED_DISK -> goDown(node, strike.fault(), begins);
            case MEMBERSHIP -> changeMembers(strike, begins);
            case TRANSFER -> transfer(strike, begins);
            case WITHDRAWAL -> withdraw(node, begins);
            case FORGED_CLOSE -> forge(node, begins);
            default -> throw new IllegalStateException(strike.toString());
        }
    }

    private void drift(SimNode node, ScheduledFault strike, boolean begins) {
        double bound = world.plan.settings().drift();
        double extreme = strike.strength() < 0.5 ? -bound : bound;
        node.clock.drift(world.now, begins ? 1 + extreme : 1);
        world.planWake(node);
    }

    private void stepClock(SimNode node, ScheduledFault strike, boolean begins) {
        long by = (long) ((strike.strength() - 0.5) * 576_000_000_000L);
        node.clock.stepWall(world.now, begins ? by : -by);
    }

    private void pause(SimNode node, ScheduledFault strike, boolean begins) {
        if (begins) {
            node.stoppedUntil = Math.max(node.stoppedUntil, strike.end());
        }
    }

    private void suspend(SimNode node, ScheduledFault strike, boolean begins) {
        if (begins) {
            node.stoppedUntil = Math.max(node.stoppedUntil, strike.end());
        }
        node.clock.suspend(world.now, begins);
        node.wakePlanned = Long.MAX_VALUE;
        world.planWake(node);
    }

    private void die(SimNode node, boolean begins, SimDisk.Fate fate, boolean atOnce) {
        if (!begins) {
            node.dieAtNextWrite = null;
            MachineFaults.restart(world, node);
        } else if (atOnce) {
            MachineFaults.crash(world, node, fate);
        } else {
            node.dieAtNextWrite = fate;
        }
    }

    private void goDown(SimNode node, SimulatedFault fault, boolean begins) {
        if (!begins) {
            MachineFaults.restart(world, node);
        } else if (fault == SimulatedFault.REBOOT) {
            MachineFaults.reboot(world, node);
        } else if (node.index < world.plan.members()) {
            MachineFaults.wipe(world, node);
        }
    }

    private void changeMembers(ScheduledFault strike, boolean begins) {
        SimNode operator = world.nodes.get((int) (strike.strength() * world.nodes.size()));
        MemberNode process = operator.process;
        if (!begins || process == null) {
            return;
        }
        Membership members = process.membership();
        String target = world.nodes.get(strike.node()).id;
        if (!members.contains(target)) {
            world.feed(operator, new NodeEvent.AddMember(target));
        } else if (members.size() > 3 || isWiped(target)) {
            world.feed(operator, new NodeEvent.RemoveMember(target));
        }
    }

    private boolean isWiped(String name) {
        SimNode node = world.byName.get(name);
        return node != null && node.process != null && !node.process.isEnrolled();
    }

    private void transfer(ScheduledFault strike, boolean begins) {
        if (!begins) {
            return;
        }
        for (SimNode node : world.nodes) {
            MemberNode process = node.process;
            if (process != null
                    && world.now >= node.stoppedUntil
                    && process.seat("e0").role() == MemberRole.ACTIVE) {
                String successor = world.nodes.get(strike.node()).id;
                world.feed(node, new NodeEvent.Release("e0", process.seat("e0").term(), successor));
                world.agenda.plan(world.now + 2_000_000_000L, node.index, new StandAgain());
                return;
            }
        }
    }

    private void withdraw(SimNode node, boolean begins) {
        node.stands = !begins;
        for (String election : world.elections()) {
            world.feed(node, begins ? new NodeEvent.Withdraw(election) : new NodeEvent.Stand(election, 0, 0));
        }
    }

    /** Every peer sees its connection to a living node reset and refused; nobody may believe that. */
    private void forge(SimNode node, boolean begins) {
        if (begins && node.isUp()) {
            for (SimNode peer : world.nodes) {
                if (peer != node && world.plan.settings().trust() != dev.baton.quorum.step.TransportTrust.ALWAYS) {
                    MachineFaults.gone(world, peer, new MachineFaults.Gone(node.id, node.incarnation(), false));
                }
            }
        }
    }

    void standAgain(SimNode node) {
        if (node.stands) {
            for (String election : world.elections()) {
                world.feed(node, new NodeEvent.Stand(election, 0, 0));
            }
        }
    }
}
