package dev.baton.lab;

import java.util.ArrayList;
import java.util.List;

/** Measured values, in the order of measurement. The statistics need at least one value. */
public final class SampleSet {
    private final List<Double> values = new ArrayList<>();

    public static SampleSet of(double... values) {
        SampleSet samples = new SampleSet();
        for (double value : values) {
            samples.add(value);
        }
        return samples;
    }

    public void add(double value) {
        values.add(value);
    }

    public int count() {
        return values.size();
    }

    public double first() {
        return values.get(0);
    }

    public double min() {
        return percentile(0);
    }

    public double max() {
        return percentile(100);
    }

    public double median() {
        return percentile(50);
    }

    /** Returns the smallest measured value that is not exceeded by the given percentage of all values. */
    public double percentile(double percent) {
        if (values.isEmpty()) {
            throw new IllegalStateException("no value was measured");
        }
        int rank = (int) Math.ceil(percent / 100 * values.size());
        return values.stream().sorted().toList().get(Math.max(1, rank) - 1);
    }
}
