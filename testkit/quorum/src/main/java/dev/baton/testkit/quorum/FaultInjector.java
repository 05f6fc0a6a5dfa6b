package dev.baton.testkit.quorum;

import dev.baton.quorum.step.MemberNode;
import dev.baton.quorum.step.MemberRole;
import dev.baton.quorum.step.Membership;
import dev.baton.quorum.step.NodeEvent;
import java.util.EnumMap;
import java.util.Map;

/** Starts and ends the faults of a schedule. */
final class FaultInjector {
    private final SimulatedWorld world;
    final Map<SimulatedFault, Integer> counts = new EnumMap<>(SimulatedFault.class);

    FaultInjector(SimulatedWorld world) {
        this.world = world;
        for (ScheduledFault fault : world.schedule.faults()) {
            world.queue.addFault(fault.at(), fault.node(), node -> apply(fault, node, true));
            world.queue.addFault(fault.end(), fault.node(), node -> apply(fault, node, false));
        }
    }

    private void apply(ScheduledFault fault, SimNode node, boolean begins) {
        int by = begins ? 1 : -1;
        world.events++;
        if (begins) {
            counts.merge(fault.kind(), 1, Integer::sum);
        }
        world.trace.add(world.now, node.id, begins ? "** " : "** end of ", fault.kind());
        SimNetwork network = world.network;
        switch (fault.kind()) {
            case DELAY -> network.delays += by;
            case LOSS -> network.losses += by;
            case DUPLICATION -> network.duplications += by;
            case REORDERING -> network.reorderings += by;
            case ONE_WAY -> network.blockOneWay(fault, by);
            case RING -> network.ring(by);
            case MAJORITY -> network.split(fault, by);
            case ISOLATION -> network.isolate(fault, by);
            case FULL_DISK -> node.fullDisk += by;
            case SLOW_DISK -> node.slowDisk += by;
            case DRIFT -> drift(node, fault, begins);
            case CLOCK_STEP -> stepClock(node, fault, begins);
            case PAUSE -> freeze(node, fault, begins);
            case SUSPENSION -> suspend(node, fault, begins);
            case CRASH -> crash(node, begins, SimDisk.Fate.LOST, true);
            case TORN_WRITE -> crash(node, begins, SimDisk.Fate.TORN, false);
            case LOST_WRITE -> crash(node, begins, SimDisk.Fate.LOST, false);
            case KEPT_WRITE -> crash(node, begins, SimDisk.Fate.KEPT, false);
            case REBOOT -> {
                if (begins) {
                    MachineFaults.reboot(world, node);
                } else {
                    MachineFaults.restart(world, node);
                }
            }
            case MOVED_DISK -> restartAfter(node, begins, () -> MachineFaults.reboot(world, node));
            case COPIED_DISK -> restartAfter(node, begins, () -> MachineFaults.copy(world, node));
            case OTHER_LEASE ->
                restartAfter(node, begins, () -> MachineFaults.changeLease(world, node, fault.strength()));
            case BIT_ROT ->
                restartAfter(node, begins, () -> {
                    MachineFaults.crash(world, node, SimDisk.Fate.LOST);
                    node.disk.rot(world.random);
                });
            case WIPED_DISK -> wipe(node, begins);
            case MEMBERSHIP -> changeMembers(fault, node, begins);
            case TRANSFER -> transfer(node.id, begins);
            case WITHDRAWAL -> withdraw(node, begins);
            case FORGED_CLOSE -> forgeClose(node, begins);
        }
    }

    private void drift(SimNode node, ScheduledFault fault, boolean begins) {
        double bound = world.schedule.group().settings().drift();
        double extreme = fault.strength() < 0.5 ? -bound : bound;
        node.clock.setRate(world.now, begins ? 1 + extreme : 1);
        world.scheduleWake(node);
    }

    private void stepClock(SimNode node, ScheduledFault fault, boolean begins) {
        long by = (long) ((fault.strength() - 0.5) * 576_000_000_000L);
        node.clock.stepWall(world.now, begins ? by : -by);
    }

    private static void freeze(SimNode node, ScheduledFault fault, boolean begins) {
        if (begins) {
            node.frozenUntil = Math.max(node.frozenUntil, fault.end());
        }
    }

    private void suspend(SimNode node, ScheduledFault fault, boolean begins) {
        freeze(node, fault, begins);
        node.clock.setSuspended(world.now, begins);
        node.wakeAt = Long.MAX_VALUE;
        world.scheduleWake(node);
    }

    private void crash(SimNode node, boolean begins, SimDisk.Fate fate, boolean immediately) {
        if (!begins) {
            node.crashAtNextWrite = null;
            MachineFaults.restart(world, node);
        } else if (immediately) {
            MachineFaults.crash(world, node, fate);
        } else {
            node.crashAtNextWrite = fate;
        }
    }

    private void restartAfter(SimNode node, boolean begins, Runnable fault) {
        if (begins) {
            fault.run();
        } else {
            MachineFaults.restart(world, node);
        }
    }

    private void wipe(SimNode node, boolean begins) {
        if (!begins) {
            MachineFaults.restart(world, node);
        } else if (node.index < world.schedule.group().members()) {
            MachineFaults.wipe(world, node);
        }
    }

    private void changeMembers(ScheduledFault fault, SimNode target, boolean begins) {
        SimNode operator = world.nodes.get((int) (fault.strength() * world.nodes.size()));
        MemberNode process = operator.process;
        if (!begins || process == null) {
            return;
        }
        Membership members = process.membership();
        if (!members.contains(target.id)) {
            world.handle(operator, new NodeEvent.ChangeMembers(true, target.id));
        } else if (members.size() > 3 || (target.process != null && !target.process.isEnrolled())) {
            world.handle(operator, new NodeEvent.ChangeMembers(false, target.id));
        }
    }

    private void transfer(String successor, boolean begins) {
        if (!begins) {
            return;
        }
        for (SimNode node : world.nodes) {
            MemberNode process = node.process;
            if (process != null
                    && world.now >= node.frozenUntil
                    && process.state("e0").role() == MemberRole.ACTIVE) {
                world.handle(
                        node, new NodeEvent.Release("e0", process.state("e0").term(), successor));
                world.queue.add(world.now + 2_000_000_000L, node.index, this::campaignAgain);
                return;
            }
        }
    }

    private void campaignAgain(SimNode node) {
        if (node.candidate) {
            world.campaign(node, 0);
        }
    }

    private void withdraw(SimNode node, boolean begins) {
        node.candidate = !begins;
        if (begins) {
            world.elections.forEach(election -> world.handle(node, new NodeEvent.Withdraw(election)));
        } else {
            world.campaign(node, 0);
        }
    }

    /** Resets and refuses every peer's connection to a running node. No peer may take that as evidence. */
    private void forgeClose(SimNode node, boolean begins) {
        if (begins && node.isRunning()) {
            for (SimNode peer : world.nodes) {
                if (peer != node) {
                    world.handle(peer, new NodeEvent.PeerGone(node.id, node.incarnation(), false));
                }
            }
        }
    }
}
