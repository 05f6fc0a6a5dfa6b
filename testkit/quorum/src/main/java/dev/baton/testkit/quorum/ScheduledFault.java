package dev.baton.testkit.quorum;

import java.util.Locale;

/**
 * One fault of a schedule.
 *
 * @param at start in nanoseconds of real time
 * @param node the node it affects, if it affects a single one
 * @param length duration in nanoseconds
 * @param strength between 0 and 1
 */
record ScheduledFault(long at, SimulatedFault kind, int node, long length, double strength) {
    long end() {
        return at + length;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%9.3f s  %s node %d for %.3f s, strength %.2f",
                at / 1e9,
                kind,
                node,
                length / 1e9,
                strength);
    }
}
