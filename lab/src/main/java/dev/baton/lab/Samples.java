package dev.baton.lab;

import java.util.Arrays;
import java.util.Collection;

/** A set of measured values, sorted. Never empty. */
final class Samples {
    private final double[] sorted;

    private Samples(double[] sorted) {
        if (sorted.length == 0) {
            throw new IllegalArgumentException("no value was measured");
        }
        this.sorted = sorted;
    }

    static Samples of(double... values) {
        double[] copy = values.clone();
        Arrays.sort(copy);
        return new Samples(copy);
    }

    static Samples of(Collection<Double> values) {
        return of(values.stream().mapToDouble(Double::doubleValue).toArray());
    }

    int count() {
        return sorted.length;
    }

    double min() {
        return sorted[0];
    }

    double max() {
        return sorted[sorted.length - 1];
    }

    double median() {
        return percentile(50);
    }

    /** The smallest value that so many percent of all values do not exceed: one that was measured. */
    double percentile(double percent) {
        int rank = (int) Math.ceil(percent / 100 * sorted.length);
        return sorted[Math.max(1, rank) - 1];
    }
}
