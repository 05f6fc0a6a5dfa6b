package dev.baton.testkit.quorum;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Connects the processes of whole members with each other, and again after a connection has ended. */
final class ConnectionSetup {
    private static final long MILLI = 1_000_000;
    private static final int MAX_RECORDED = 8;

    private final SimulatedWorld world;
    /** The pairs of nodes with a scheduled attempt. */
    private final Set<String> scheduled = new HashSet<>();
    /** The dialling ends of the last streams, which a third party has recorded. */
    final List<StreamEnd> recorded = new ArrayList<>();

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
        if (world.schedule.streams()) {
            connectStreams(one, other);
        } else {
            PacketConnection.between(one, other);
        }
    }

    /** One side connects to the other, and sometimes both at once. */
    private void connectStreams(MemberProcess one, MemberProcess other) {
        boolean both = world.random.oneIn(8);
        boolean reversed = world.random.oneIn(4);
        if (both || !reversed) {
            dial(one, other);
        }
        if (both || reversed) {
            dial(other, one);
        }
    }

    private void dial(MemberProcess from, MemberProcess to) {
        if (to.self.misrouted == 0) {
            connect(from, to.self, to);
        } else if (world.random.oneIn(4)) {
            StreamIntruder.accept(world, from, to.self);
        } else {
            SimNode node = world.nodes.get(world.random.below(world.nodes.size()));
            if (node.process instanceof MemberProcess reached) {
                connect(from, to.self, reached);
            } else {
                schedule(from.self, to.self, 200 * MILLI);
            }
        }
    }

    private void connect(MemberProcess from, SimNode wanted, MemberProcess reached) {
        StreamConnection dialling = new StreamConnection(from, Optional.of(wanted));
        StreamConnection accepted = new StreamConnection(reached, Optional.empty());
        StreamEnd end = StreamEnd.between(world, dialling, from.self, accepted, reached.self);
        record(end);
        accepted.begin(end.other());
        dialling.begin(end);
    }

    private void record(StreamEnd dialling) {
        if (recorded.size() == MAX_RECORDED) {
            recorded.remove(0);
        }
        recorded.add(dialling);
    }

    /** A third party without the key connects to a process, again and again until the fault ends. */
    void intrude(SimNode victim, ScheduledFault fault) {
        if (world.now >= fault.end()) {
            return;
        }
        if (world.schedule.streams() && victim.process instanceof MemberProcess process) {
            SimNode name = world.nodes.get(world.random.below(world.nodes.size()));
            StreamIntruder.dial(world, process, name);
        }
        long next = world.now + world.random.between(20 * MILLI, 400 * MILLI);
        world.queue.addAlways(next, victim.index, node -> intrude(node, fault));
    }

    private boolean isConnectedToAll(SimNode node) {
        for (SimNode peer : world.nodes) {
            boolean connected = peer.process instanceof MemberProcess other
                    && node.process instanceof MemberProcess process
                    && other.transport
                            .open(node.id)
                            .flatMap(SimConnection::far)
                            .filter(far -> far == process)
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
