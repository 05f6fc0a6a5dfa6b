package dev.baton.testkit.quorum;

/**
 * One fault of a plan.
 *
 * @param at when it begins, in nanoseconds of real time
 * @param node which node it hits, where it hits one
 * @param length how long it lasts
 * @param strength between 0 and 1
 */
record ScheduledFault(long at, SimulatedFault fault, int node, long length, double strength) {
    long end() {
        return at + length;
    }

    @Override
    public String toString() {
        return String.format(
                "%9.3f s  %s node %d for %.3f s, strength %.2f", at / 1e9, fault, node, length / 1e9, strength);
    }
}
