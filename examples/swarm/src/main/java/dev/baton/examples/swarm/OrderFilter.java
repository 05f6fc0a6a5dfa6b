package dev.baton.examples.swarm;

/**
 * Refuses orders of former leaders. An order can arrive long after it was given, so the deadline of its leader says
 * nothing when it arrives. Its epoch does: no order counts after one with a higher epoch.
 */
final class OrderFilter {
    private long highest;

    /** Returns whether to obey. */
    synchronized boolean accepts(SwarmOrder order) {
        if (order.epoch() < highest) {
            return false;
        }
        highest = order.epoch();
        return true;
    }

    synchronized long highest() {
        return highest;
    }
}
