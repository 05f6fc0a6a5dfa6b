package dev.baton.lab;

import java.io.IOException;

/** Something that can be measured by name. */
public interface Benchmark {

    /** What it is called on the command line. */
    String name();

    /** What it measures, in one line. */
    String about();

    /** What {@code --n} means here. */
    String counts();

    /** How often it measures, or how many of a thing, unless it is told otherwise. */
    int usualCount();

    /** Measures and reports each figure as soon as it is known. */
    void run(int count, BenchmarkReport report) throws IOException, InterruptedException;
}
