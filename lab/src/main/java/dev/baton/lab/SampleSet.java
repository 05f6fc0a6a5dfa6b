package dev.baton.lab;

import java.util.Arrays;
import java.util.Collection;

/** A set of measured values, sorted. Never empty. */
public final class SampleSet {
    private final double[] sorted;

    private SampleSet(double[] sorted) {
        if (sorted.length == 0) {
            throw new IllegalArgumentException("no value was measured");
        }
        this.sorted = sorted;
    }

    public static SampleSet of(double... values) {
        double[] copy = values.clone();
        Arrays.sort(copy);
        return new SampleSet(copy);
    }

    public static SampleSet of(Collection<Double> values) {
        return of(values.stream().mapToDouble(Double::doubleValue).toArray());
    }

    public int count() {
        return sorted.length;
    }

    public double min() {
        return sorted[0];
    }

    public double max() {
        return sorted[sorted.length - 1];
    }

    public double median() {
        return percentile(50);
    }

    /** The smallest value that so many percent of all values do not exceed: one that was measured. */
    public double percentile(double percent) {
        int rank = (int) Math.ceil(percent / 100 * sorted.length);
        return sorted[Math.max(1, rank) - 1];
    }
}
