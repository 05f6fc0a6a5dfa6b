package dev.baton.testkit.quorum;

import java.util.HashSet;
import java.util.Set;

/** Connects the processes of whole members with each other, and again after a connection has ended. */
final class ConnectionSetup {
    private static final long MILLI = 1_000_000;

    private final SimulatedWorld world;
    /** The pairs of nodes with a scheduled attempt. */
    private final Set<String> scheduled = new HashSet<>();

    ConnectionSetup(SimulatedWorld world) {
        this.world = world;
    }

    void started(MemberProcess process) {
        for (SimNode peer : world.nodes) {
            if (peer.process instanceof MemberProcess other) {
                schedule(
                        process.self,
                        other.self,
                        world.schedule.group().slowest().toNanos());
            }
        }
    }

    /** Tries to connect two nodes after at most this time. */
    void schedule(SimNode one, SimNode other, long latest) {
        SimNode first = one.index < other.index ? one : other;
        SimNode second = one.index < other.index ? other : one;
        if (!one.id.equals(other.id) && scheduled.add(first.index + " " + second.index)) {
            long at = world.now + world.random.between(latest / 4, latest);
            world.queue.addAlways(at, first.index, node -> attempt(first, second));
        }
    }

    private void attempt(SimNode first, SimNode second) {
        scheduled.remove(first.index + " " + second.index);
        if (!(first.process instanceof MemberProcess one)
                || !(second.process instanceof MemberProcess other)
                || one.transport.isConnectedTo(other)) {
            return;
        }
        boolean reachable = world.network.isOpenBothWays(first, second)
                && world.now >= first.frozenUntil
                && world.now >= second.frozenUntil;
        if (!reachable) {
            schedule(first, second, 200 * MILLI);
            return;
        }
        SimConnection connection = SimConnection.between(one, other);
        one.transport.connected(connection);
        other.transport.connected(connection.other());
    }

    private boolean isConnectedToAll(SimNode node) {
        for (SimNode peer : world.nodes) {
            boolean connected = peer.process instanceof MemberProcess other
                    && node.process instanceof MemberProcess process
                    && other.transport
                            .open(node.id)
                            .filter(connection -> connection.peer() == process)
                            .isPresent();
            if (peer != node && !connected) {
                return false;
            }
        }
        return node.process != null;
    }

    /**
     * Starts a second process with the name of a node and a copy of its disk, on another machine. The first one must be
     * connected to all others: one that has never met it cannot refuse the second.
     */
    void startTwin(SimNode original) {
        if (!isConnectedToAll(original)) {
            return;
        }
        SimNode twin = world.add(original.id, world.newBoot());
        twin.disk.restore(original.disk.snapshot());
        twin.disk.moveTo("3:" + original.id);
        twin.clock.reboot(world.now, 0);
        twin.refused = true;
        world.start(twin);
    }
}
