package dev.baton.lab;

import java.util.Locale;

/** A benchmark that is run by its name. */
public abstract class Benchmark {
    private final String name;
    private final String about;
    private final String counted;
    private final int defaultCount;

    /**
     * Describes a benchmark for the command line.
     *
     * @param about one line on what it measures
     * @param counted the meaning of {@code --n}
     * @param defaultCount the value of {@code --n} if it is not given
     */
    protected Benchmark(String name, String about, String counted, int defaultCount) {
        this.name = name;
        this.about = about;
        this.counted = counted;
        this.defaultCount = defaultCount;
    }

    public final String name() {
        return name;
    }

    final int defaultCount() {
        return defaultCount;
    }

    /** Returns the line about this benchmark in the list of all. */
    final String usage() {
        return String.format(Locale.ROOT, "%-15s %s (--n: %s, usually %d)", name, about, counted, defaultCount);
    }

    /** Measures, and reports each figure as soon as it is known. */
    public abstract void run(int count, BenchmarkReport report) throws Exception;
}
