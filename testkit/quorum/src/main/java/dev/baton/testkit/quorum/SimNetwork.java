package dev.baton.testkit.quorum;

import dev.baton.quorum.step.Envelope;

/** The links between the nodes: who hears whom, how late, how often. */
final class SimNetwork {
    private final SeededRandom dice;
    private final Schedule plan;
    private final int nodes;
    private final int[] blocked;
    /** How many of a hundred messages are lost while nothing is wrong. */
    int usualLoss;

    int delayed;
    int lossy;
    int doubling;
    int shuffling;
    long sent;

    SimNetwork(Schedule plan, SeededRandom dice) {
        this.plan = plan;
        this.dice = dice;
        this.nodes = plan.nodes();
        this.blocked = new int[nodes * nodes];
    }

    void send(int from, int to, Envelope envelope, long now, EventQueue agenda) {
        sent++;
        int loss = lossy > 0 ? 20 : usualLoss;
        if (blocked[from * nodes + to] > 0 || (loss > 0 && dice.below(100) < loss)) {
            return;
        }
        agenda.plan(now + latency(), to, envelope);
        if (doubling > 0 && dice.oneIn(4)) {
            long later = dice.oneIn(3) ? dice.between(0, 12_000_000_000L) : dice.between(0, 400_000_000);
            agenda.plan(now + latency() + later, to, envelope);
        }
    }

    private long latency() {
        long latency = dice.between(plan.fastest(), plan.slowest());
        if (delayed > 0) {
            latency += dice.between(0, 1_000_000_000);
        }
        if (shuffling > 0 && dice.oneIn(3)) {
            latency += dice.between(0, 3_000_000_000L);
        }
        return latency;
    }

    boolean hears(int from, int to) {
        return blocked[from * nodes + to] == 0;
    }

    void oneWay(ScheduledFault strike, int by) {
        int other = (strike.node() + 1 + (int) (strike.strength() * (nodes - 1))) % nodes;
        if (other != strike.node()) {
            blocked[strike.node() * nodes + other] += by;
        }
    }

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

    /** A minority, which begins at the node that is hit, and the rest do not hear each other. */
    void split(ScheduledFault strike, int by) {
        int minority = Math.max(1, (int) Math.ceil(strike.strength() * (nodes - 1) / 2.0));
        cut(strike.node(), minority, by);
    }

    void isolate(ScheduledFault strike, int by) {
        cut(strike.node(), 1, by);
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
