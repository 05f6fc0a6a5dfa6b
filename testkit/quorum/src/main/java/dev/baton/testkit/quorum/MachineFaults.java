package dev.baton.testkit.quorum;

import dev.baton.quorum.step.NodeEvent;

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
    }

    static void restart(SimulatedWorld world, SimNode node) {
        if (node.isRunning()) {
            return;
        }
        long abstainUntil = Long.MIN_VALUE;
        if (node.rebooted) {
            node.rebooted = false;
            long uptime = (long) ((world.now - node.crashedAt) * world.random.unit() * 0.9);
            node.clock.reboot(world.now, uptime);
            abstainUntil = world.schedule.group().settings().longestLease().toNanos();
        }
        world.start(node, abstainUntil);
    }
}
