package dev.baton.lab;

import java.io.PrintStream;
import java.util.Locale;

/** The output of one benchmark: its figures as lines of JSON or as a table, and notes. Flushed after each line. */
public final class BenchmarkReport {
    private final String bench;
    private final PrintStream out;
    private final PrintStream notes;
    private final boolean json;
    private boolean headerPrinted;

    public BenchmarkReport(String bench, PrintStream out, PrintStream notes, boolean json) {
        this.bench = bench;
        this.out = out;
        this.notes = notes;
        this.json = json;
    }

    /** Compares the medians. */
    public void medians(String what, SampleSet ours, SampleSet limit, String unit) {
        percentiles(50, what, ours, limit, unit);
    }

    /** Compares the given percentile of both. */
    public void percentiles(double percent, String what, SampleSet ours, SampleSet limit, String unit) {
        bounded(what, ours.percentile(percent), limit.percentile(percent), unit, ours);
    }

    /** Compares two single values. */
    public void values(String what, double ours, double limit, String unit) {
        bounded(what, ours, limit, unit, SampleSet.of(ours));
    }

    /** Compares a statistic of the given values with a limit. */
    public void bounded(String what, double ours, double limit, String unit, SampleSet spread) {
        if (!json && !headerPrinted) {
            headerPrinted = true;
            out.println(BenchmarkFigure.HEADER);
        }
        BenchmarkFigure figure = new BenchmarkFigure(bench, what, ours, limit, unit, spread);
        out.println(json ? figure.json() : figure.row());
        out.flush();
    }

    /** Prints a note on the conditions to the other stream, so that the figures stay one line each. */
    public void note(String format, Object... values) {
        notes.println("# " + String.format(Locale.ROOT, format, values));
        notes.flush();
    }
}
