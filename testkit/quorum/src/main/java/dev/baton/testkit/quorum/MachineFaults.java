package dev.baton.testkit.quorum;

import dev.baton.quorum.step.NodeEvent;
import java.time.Duration;

/** Faults of machines and processes: crashes, reboots, wiped disks and restarts. */
final class MachineFaults {
    private MachineFaults() {}

    /** Connects a node that has just started with all running nodes. */
    static void link(SimulatedWorld world, SimNode node) {
        for (SimNode peer : world.nodes) {
            if (peer != node
                    && peer.isRunning()
                    && world.network.isOpen(node.index, peer.index)
                    && world.network.isOpen(peer.index, node.index)) {
                SimulatedGroup group = world.schedule.group();
                long at = world.now
                        + world.random.between(
                                group.fastest().toNanos(), 2 * group.slowest().toNanos());
                scheduleEvent(world, at, peer, new NodeEvent.PeerLinked(node.id));
                scheduleEvent(world, at, node, new NodeEvent.PeerLinked(peer.id));
            }
        }
    }

    static void scheduleEvent(SimulatedWorld world, long at, SimNode node, NodeEvent event) {
        world.queue.add(at, node.index, target -> world.handle(target, event));
    }

    static void crash(SimulatedWorld world, SimNode node, SimDisk.Fate fate) {
        if (!node.isRunning()) {
            return;
        }
        world.trace.add(world.now, node.id, "crashes, its last write is ", fate);
        node.process = null;
        node.crashedAt = world.now;
        node.crashAtNextWrite = null;
        int records = node.disk.crash(fate, world.random);
        world.interruptedBatches += records > 1 && fate != SimDisk.Fate.KEPT ? 1 : 0;
        world.checker.crashed(node);
        if (world.schedule.reportsCrashes()) {
            for (SimNode peer : world.nodes) {
                if (peer != node && world.network.isOpen(node.index, peer.index)) {
                    long longest = world.random.oneIn(4) ? 4_000_000_000L : 15_000_000;
                    long at = world.now + world.random.between(3_000_000, longest);
                    scheduleEvent(world, at, peer, new NodeEvent.PeerGone(node.id, node.incarnation(), true));
                }
            }
        }
    }

    /** Stops the machine, so that promises in its memory are lost. */
    static void reboot(SimulatedWorld world, SimNode node) {
        crash(world, node, SimDisk.Fate.LOST);
        node.disk.forgetPromises();
        node.rebooted = true;
    }

    static void wipe(SimulatedWorld world, SimNode node) {
        crash(world, node, SimDisk.Fate.LOST);
        node.disk.wipe(world.founding(node.index), 1000 + world.random.below(1_000_000));
        node.rebooted = true;
        node.wiped = true;
    }

    /** Cuts a process off for good. It goes on with its leases, and a copy of its disk starts on another machine. */
    static void copy(SimulatedWorld world, SimNode node) {
        if (!node.isRunning()) {
            return;
        }
        world.trace.add(world.now, node.id, "", "is cut off, and its disk is copied");
        world.checker.detached(node);
        node.process = null;
        node.crashedAt = world.now;
        node.disk.crash(SimDisk.Fate.LOST, world.random);
        node.disk.forgetPromises();
        node.clock = new SimClock(0);
        node.rebooted = true;
    }

    /** Restarts a member with another lease. */
    static void changeLease(SimulatedWorld world, SimNode node, double strength) {
        crash(world, node, SimDisk.Fate.LOST);
        long usual = world.schedule.group().settings().lease().toNanos();
        node.lease = Duration.ofNanos((long) (usual * (1 + 1.5 * strength)));
        world.longestLease = node.lease.compareTo(world.longestLease) > 0 ? node.lease : world.longestLease;
        world.leasesDiffer = true;
    }

    static void restart(SimulatedWorld world, SimNode node) {
        if (node.isRunning()) {
            return;
        }
        if (node.rebooted) {
            long downtime = world.now - node.crashedAt;
            long days = (long) (world.random.unit() * 3 * 86_400_000_000_000L);
            boolean moved = world.random.oneIn(2);
            node.clock.reboot(world.now, moved ? days : (long) (downtime * world.random.unit() * 0.9));
            // The uptime of the machine says nothing about the promises of the disk.
            node.abstainUntil = node.wiped
                    ? Long.MIN_VALUE
                    : node.clock.nanos(world.now)
                            + world.schedule
                                    .group()
                                    .settings()
                                    .longestLease(world.longestLease)
                                    .toNanos();
            node.rebooted = false;
            node.wiped = false;
        }
        world.start(node);
    }
}
