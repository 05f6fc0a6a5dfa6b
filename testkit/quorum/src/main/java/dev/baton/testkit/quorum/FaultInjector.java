package dev.baton.testkit.quorum;

import dev.baton.quorum.step.Membership;
import java.util.EnumMap;
import java.util.Map;

/** Starts and ends the faults of a schedule. */
final class FaultInjector {
    private final SimulatedWorld world;
    final Map<SimulatedFault, Integer> counts = new EnumMap<>(SimulatedFault.class);

    FaultInjector(SimulatedWorld world) {
        this.world = world;
        for (ScheduledFault fault : world.schedule.faults()) {
            world.queue.addAlways(fault.at(), fault.node(), node -> apply(fault, node, true));
            world.queue.addAlways(fault.end(), fault.node(), node -> apply(fault, node, false));
        }
    }

    private void apply(ScheduledFault fault, SimNode node, boolean begins) {
        int by = begins ? 1 : -1;
        world.events++;
        if (begins) {
            counts.merge(fault.kind(), 1, Integer::sum);
        }
        world.trace.add(world.now, node.id, begins ? "** " : "** end of ", fault.kind());
        if (begins && FaultRules.forgetsPromises(fault.kind()) && !noticesMissingVotes(node)) {
            return;
        }
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
            case FULL_DISK -> node.disk.full += by;
            case FAILED_SYNC -> node.disk.failingSync += by;
            case SLOW_DISK -> node.slowDisk += by;
            case DRIFT -> drift(node, fault, begins);
            case CLOCK_STEP -> stepClock(node, fault, begins);
            case PAUSE -> freeze(node, fault, begins);
            case SUSPENSION -> suspend(node, fault, begins);
            case CRASH -> restartAfter(node, begins, () -> MachineFaults.crash(world, node));
            case TORN_WRITE -> crashAtWrite(node, fault, begins, WriteFate.TORN);
            case LOST_WRITE -> crashAtWrite(node, fault, begins, WriteFate.LOST);
            case KEPT_WRITE -> crashAtWrite(node, fault, begins, WriteFate.KEPT);
            case REVERTED_WRITE -> restartAfter(node, begins, () -> MachineFaults.revert(world, node));
            case REBOOT, MOVED_DISK -> restartAfter(node, begins, () -> MachineFaults.losePower(world, node));
            case COPIED_DISK -> restartAfter(node, begins, () -> MachineFaults.copy(world, node));
            case ROLLED_BACK -> restartAfter(node, begins, () -> MachineFaults.rollBack(world, node));
            case TWIN -> {
                if (begins) {
                    world.connections.startTwin(node);
                }
            }
            case OTHER_LEASE ->
                restartAfter(node, begins, () -> MachineFaults.changeLease(world, node, fault.strength()));
            case BIT_ROT ->
                restartAfter(node, begins, () -> {
                    MachineFaults.crash(world, node);
                    node.disk.rot();
                });
            case WIPED_DISK -> wipe(node, begins);
            case CLOSED -> restartAfter(node, begins, () -> close(node, fault.strength()));
            case MEMBERSHIP -> changeMembers(fault, node, begins);
            case TRANSFER -> transfer(node.id, begins);
            case WITHDRAWAL -> withdraw(node, begins);
            case FORGED_CLOSE -> forgeClose(node, begins);
            case TAMPERING -> network.tamperings += by;
            case INTRUSION -> {
                if (begins) {
                    world.connections.intrude(node, fault);
                }
            }
            case WRONG_ADDRESS -> misroute(node, by);
        }
    }

    /** Starts a node whose votes are gone, because nobody could notice that after its promises are lost too. */
    private boolean noticesMissingVotes(SimNode node) {
        if (node.reverted) {
            MachineFaults.restart(world, node);
        }
        return !node.reverted;
    }

    private void drift(SimNode node, ScheduledFault fault, boolean begins) {
        double bound = world.schedule.group().settings().drift();
        double extreme = fault.strength() < 0.5 ? -bound : bound;
        node.clock.setRate(world.now, begins ? 1 + extreme : 1);
        clockChanged(node);
    }

    private static void clockChanged(SimNode node) {
        if (node.process != null) {
            node.process.clockChanged();
        }
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
        clockChanged(node);
    }

    private void crashAtWrite(SimNode node, ScheduledFault fault, boolean begins, WriteFate fate) {
        if (begins) {
            MachineFaults.crashAtWrite(world, node, fate, fault.strength() < 0.5);
        } else {
            node.disk.crashNoMore();
            MachineFaults.restart(world, node);
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

    /** Ends a process in order: half of the time before its work has ended. */
    private static void close(SimNode node, double strength) {
        if (node.process != null) {
            node.closing |= node.process.close(strength < 0.5);
        }
    }

    private void changeMembers(ScheduledFault fault, SimNode target, boolean begins) {
        SimNode operator = world.nodes.get((int) (fault.strength() * world.nodes.size()));
        SimProcess process = operator.process;
        if (!begins || process == null) {
            return;
        }
        Membership members = process.node().membership();
        if (!members.contains(target.id)) {
            process.changeMembers(true, target.id);
        } else if (members.size() > 3
                || (target.process != null && !target.process.node().isEnrolled())) {
            process.changeMembers(false, target.id);
        }
    }

    private void transfer(String successor, boolean begins) {
        if (!begins) {
            return;
        }
        for (SimNode node : world.nodes) {
            if (node.process != null && world.now >= node.frozenUntil && node.process.transfer(successor)) {
                world.queue.add(world.now + 2_000_000_000L, node.index, FaultInjector::campaignAgain);
                return;
            }
        }
    }

    private static void campaignAgain(SimNode node) {
        if (node.candidate && node.process != null) {
            node.process.campaign(0);
        }
    }

    private static void withdraw(SimNode node, boolean begins) {
        node.candidate = !begins;
        if (node.process == null) {
            return;
        }
        if (begins) {
            node.process.withdraw();
        } else {
            node.process.campaign(0);
        }
    }

    /** Leads the connections of all to a node elsewhere, and closes those that it has. */
    private static void misroute(SimNode node, int by) {
        node.misrouted += by;
        forgeClose(node, by > 0);
    }

    /** Resets and refuses every peer's connection to a running node. No peer may take that as evidence. */
    private static void forgeClose(SimNode node, boolean begins) {
        if (begins && node.process != null) {
            node.process.disconnect();
        }
    }
}
