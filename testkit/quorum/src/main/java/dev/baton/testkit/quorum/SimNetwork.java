package dev.baton.testkit.quorum;

/** The links between the nodes: which messages arrive, how late and how often. */
final class SimNetwork {
    private final SeededRandom random;
    private final long fastest;
    private final long slowest;
    private final int nodes;
    private final int[] blocked;
    /** Percentage of messages that are lost without a fault. */
    int usualLoss;

    /** Numbers of faults of each kind that are active now. */
    int delays;

    int losses;
    int duplications;
    int reorderings;
    int tamperings;

    SimNetwork(Schedule schedule, SeededRandom random) {
        this.fastest = schedule.group().fastest().toNanos();
        this.slowest = schedule.group().slowest().toNanos();
        this.random = random;
        this.nodes = schedule.nodes();
        this.blocked = new int[nodes * nodes];
    }

    /** Schedules the delivery of a message, unless it is lost. */
    void send(int from, int to, EventQueue.SimEvent delivery, long now, EventQueue queue) {
        int loss = losses > 0 ? 20 : usualLoss;
        if (!isOpen(from, to) || (loss > 0 && random.below(100) < loss)) {
            return;
        }
        queue.add(now + latency(), to, delivery);
        if (duplications > 0 && random.oneIn(4)) {
            long later = random.oneIn(3) ? random.between(0, 12_000_000_000L) : random.between(0, 400_000_000);
            queue.add(now + latency() + later, to, delivery);
        }
    }

    private long latency() {
        long latency = random.between(fastest, slowest);
        if (delays > 0) {
            latency += random.between(0, 1_000_000_000);
        }
        if (reorderings > 0 && random.oneIn(3)) {
            latency += random.between(0, 3_000_000_000L);
        }
        return latency;
    }

    /** Returns how long bytes of a stream take. Those that are lost are sent again. */
    long streamLatency() {
        int loss = losses > 0 ? 20 : usualLoss;
        boolean lost = loss > 0 && random.below(100) < loss;
        return latency() + (lost ? random.between(200_000_000, 800_000_000) : 0);
    }

    /** Returns when a message arrives that is certainly not lost. */
    long arrival(long at) {
        return at + latency();
    }

    boolean isOpen(int from, int to) {
        return blocked[from % nodes * nodes + to % nodes] == 0;
    }

    boolean isOpenBothWays(SimNode one, SimNode other) {
        return isOpen(one.index, other.index) && isOpen(other.index, one.index);
    }

    void blockOneWay(ScheduledFault fault, int by) {
        int other = (fault.node() + 1 + (int) (fault.strength() * (nodes - 1))) % nodes;
        if (other != fault.node()) {
            blocked[fault.node() * nodes + other] += by;
        }
    }

    /** Leaves every node only the links to its two neighbours. */
    void ring(int by) {
        for (int from = 0; from < nodes; from++) {
            for (int to = 0; to < nodes; to++) {
                int apart = Math.floorMod(from - to, nodes);
                if (apart > 1 && apart < nodes - 1) {
                    blocked[from * nodes + to] += by;
                }
            }
        }
    }

    /** Separates a minority, which starts at the node of the fault, from the other nodes. */
    void split(ScheduledFault fault, int by) {
        cut(fault.node(), Math.max(1, (int) Math.ceil(fault.strength() * (nodes - 1) / 2.0)), by);
    }

    void isolate(ScheduledFault fault, int by) {
        cut(fault.node(), 1, by);
    }

    private void cut(int first, int count, int by) {
        for (int from = 0; from < nodes; from++) {
            for (int to = 0; to < nodes; to++) {
                boolean fromInside = Math.floorMod(from - first, nodes) < count;
                boolean toInside = Math.floorMod(to - first, nodes) < count;
                if (fromInside != toInside) {
                    blocked[from * nodes + to] += by;
                }
            }
        }
    }
}
