package dev.baton.testkit.quorum;

import java.time.Duration;

/** Faults of machines, disks and processes. */
final class MachineFaults {
    private MachineFaults() {}

    /** Ends a process. What it has written survives. */
    static void crash(SimulatedWorld world, SimNode node) {
        if (!node.isRunning()) {
            return;
        }
        world.trace.add(world.now, node.id, "", "crashes");
        long incarnation = node.incarnation;
        boolean starting = node.process == null;
        ended(world, node);
        if (starting) {
            return; // Nobody knows it yet.
        }
        world.checker.crashed(node);
        for (SimNode peer : world.nodes) {
            if (peer != node && world.network.isOpen(node.index, peer.index)) {
                long longest = world.random.oneIn(4) ? 4_000_000_000L : 15_000_000;
                long at = world.now + world.random.between(3_000_000, longest);
                world.queue.add(at, peer.index, target -> {
                    if (target.process != null) {
                        target.process.peerEnded(node, incarnation);
                    }
                });
            }
        }
    }

    /** Records that the process of a node has ended. */
    static void ended(SimulatedWorld world, SimNode node) {
        node.process = null;
        node.running = false;
        node.closing = false;
        node.crashedAt = world.now;
        node.disk.processEnded();
    }

    /** Stops the machine, so that promises in its memory are lost, and with it every write that is not durable. */
    static void losePower(SimulatedWorld world, SimNode node) {
        crash(world, node);
        world.checker.lostPower(node);
        node.disk.losePower();
        reboot(world, node);
    }

    /** Continues with the same disk in another boot: of the same machine, or of one that has been up for any time. */
    private static void reboot(SimulatedWorld world, SimNode node) {
        long downtime = Math.max(1, world.now - node.crashedAt);
        long days = (long) (world.random.unit() * 3 * 86_400_000_000_000L);
        boolean moved = world.random.oneIn(2);
        node.clock.reboot(world.now, moved ? days : (long) (downtime * world.random.unit() * 0.9));
        node.boot = world.newBoot();
    }

    /** Lets the process, or also its machine, end at one of its next writes. */
    static void crashAtWrite(SimulatedWorld world, SimNode node, WriteFate fate, boolean machine) {
        if (machine) {
            node.disk.crashSoon(fate, () -> losePower(world, node));
        } else {
            node.disk.crashSoon(fate, () -> crash(world, node));
        }
    }

    /** Ends the process and takes back a confirmed write of its votes. While none runs, its promises may be lost already. */
    static void revert(SimulatedWorld world, SimNode node) {
        if (node.process == null) {
            return;
        }
        crash(world, node);
        node.disk.revertVotes();
        node.reverted = true;
    }

    /** Ends the process and empties its disk, unless a majority of the members has lost its disks before. */
    static void wipe(SimulatedWorld world, SimNode node) {
        if (world.mayLoseDisk(node)) {
            crash(world, node);
            node.disk.wipe();
        }
    }

    /** Cuts a process off for good. It goes on with its leases, and a copy of its disk starts on another machine. */
    static void copy(SimulatedWorld world, SimNode node) {
        if (node.process == null) {
            return;
        }
        world.trace.add(world.now, node.id, "", "is cut off, and its disk is copied");
        world.checker.detached(node);
        world.detached.add(node.process);
        ended(world, node);
        node.disk.moveTo("2:" + node.id + ":" + node.starts);
        node.clock = new SimClock(0);
        node.clock.reboot(world.now, (long) (world.random.unit() * 86_400_000_000_000L));
        node.boot = world.newBoot();
    }

    /**
     * Replaces the files of a member by those of an earlier start, if every other member knows a later one: otherwise
     * nobody can notice it. It has forgotten the disks of its peers, so it counts as a lost disk.
     */
    static void rollBack(SimulatedWorld world, SimNode node) {
        if (node.snapshots.size() < 2) {
            return;
        }
        int earlier = world.random.below(node.snapshots.size() - 1);
        SimNode.DiskSnapshot snapshot = node.snapshots.get(earlier);
        if (!world.isOutdatedForAll(node, snapshot) || !world.mayLoseDisk(node)) {
            return;
        }
        crash(world, node);
        world.trace.add(world.now, node.id, "is set back to start ", earlier + 1);
        node.disk.restore(snapshot.files());
        node.refused = true;
    }

    /** Restarts a member with another lease. */
    static void changeLease(SimulatedWorld world, SimNode node, double strength) {
        crash(world, node);
        long usual = world.schedule.group().settings().lease().toNanos();
        node.lease = Duration.ofNanos((long) (usual * (1 + 1.5 * strength)));
        world.longestLease = node.lease.compareTo(world.longestLease) > 0 ? node.lease : world.longestLease;
        world.leasesDiffer = true;
    }

    static void restart(SimulatedWorld world, SimNode node) {
        if (!node.isRunning()) {
            world.start(node);
        } else if (node.closing) {
            node.restarts = true;
        }
    }
}
