package dev.baton.lab.mixed.judge;

import java.util.List;

/**
 * What a mixed trial has shown.
 *
 * @param tenures of Baton
 * @param foreignTenures of the other programs
 * @param foreignOverlaps in milliseconds: times in which another program led together with a candidate of Baton that the
 *     store named, or with a third program
 * @param violations what Baton must not do
 */
public record MixedVerdict(int tenures, int foreignTenures, List<Double> foreignOverlaps, List<String> violations) {

    public MixedVerdict {
        foreignOverlaps = List.copyOf(foreignOverlaps);
        violations = List.copyOf(violations);
    }

    /** Returns the longest overlap that the other programs caused, in milliseconds. */
    public double longestForeignOverlap() {
        return foreignOverlaps.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    }
}
