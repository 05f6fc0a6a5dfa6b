package dev.baton.testkit.quorum;

import dev.baton.quorum.step.NodeEvent;

/** What happens to machines and processes: they die, stand still, come back, forget. */
final class MachineFaults {
    /** A process is started again. */
    record Restart(boolean wiped) {}

    /** A peer's connection tells that a process is gone. */
    record Gone(String peer, long incarnation, boolean loopback) {}

    /** A connection to a peer stands. */
    record Linked(String peer) {}

    private MachineFaults() {}

    /** Those that run, and the one that was just started, find each other. */
    static void link(SimulatedWorld world, SimNode node) {
        for (SimNode peer : world.nodes) {
            if (peer != node
                    && peer.isUp()
                    && world.network.hears(node.index, peer.index)
                    && world.network.hears(peer.index, node.index)) {
                long stands = world.now + world.dice.between(world.plan.fastest(), 2 * world.plan.slowest());
                world.agenda.plan(stands, peer.index, new Linked(node.id));
                world.agenda.plan(stands, node.index, new Linked(peer.id));
            }
        }
    }

    static void crash(SimulatedWorld world, SimNode node, SimDisk.Fate fate) {
        if (!node.isUp()) {
            return;
        }
        world.transcript.add(world.now, node.id, "dies, its last write is " + fate);
        long incarnation = node.incarnation();
        node.process = null;
        node.diedAt = world.now;
        node.dieAtNextWrite = null;
        int records = node.disk.crash(fate, world.dice);
        world.cutBatches += records > 1 && fate != SimDisk.Fate.KEPT ? 1 : 0;
        world.referee.died(node);
        if (world.plan.tellsDeaths()) {
            for (SimNode peer : world.nodes) {
                if (peer != node && world.network.hears(node.index, peer.index)) {
                    long longest = world.dice.oneIn(4) ? 4_000_000_000L : 15_000_000;
                    long notices = world.now + world.dice.between(3_000_000, longest);
                    world.agenda.plan(notices, peer.index, new Gone(node.id, incarnation, true));
                }
            }
        }
    }

    /** The machine goes down, and with it what was only in memory. */
    static void reboot(SimulatedWorld world, SimNode node) {
        crash(world, node, SimDisk.Fate.LOST);
        node.disk.forgetMemory();
        node.rebooted = true;
    }

    static void wipe(SimulatedWorld world, SimNode node) {
        crash(world, node, SimDisk.Fate.LOST);
        node.disk.wipe(world.foundingOf(node), 1000 + world.dice.below(1_000_000));
        node.rebooted = true;
    }

    static void restart(SimulatedWorld world, SimNode node) {
        if (node.isUp()) {
            return;
        }
        long abstainUntil = Long.MIN_VALUE;
        if (node.rebooted) {
            node.rebooted = false;
            long uptime = (long) ((world.now - node.diedAt) * world.dice.unit() * 0.9);
            node.clock.reboot(world.now, uptime);
            abstainUntil = world.plan.settings().longestLease().toNanos();
        }
        world.start(node, abstainUntil);
    }

    static void gone(SimulatedWorld world, SimNode node, Gone gone) {
        world.feed(node, new NodeEvent.PeerGone(gone.peer, gone.incarnation, gone.loopback));
    }
}
