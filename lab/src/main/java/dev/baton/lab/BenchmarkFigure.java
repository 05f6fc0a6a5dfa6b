package dev.baton.lab;

import dev.baton.support.json.Json;
import dev.baton.support.json.JsonObject;
import java.util.Locale;

/**
 * One result: a statistic of Baton, the limit it is compared with, and the distribution of Baton's values.
 *
 * @param bench the name of the benchmark
 * @param what the measured quantity, the statistic and the limit, in words
 * @param ours the statistic of Baton
 * @param limit the same statistic of the bare machine, or a bound if there is no bare counterpart
 * @param unit the unit of every number but the ratio
 * @param spread all values of Baton
 */
record BenchmarkFigure(String bench, String what, double ours, double limit, String unit, SampleSet spread) {
    /** Values below this are rounding errors of the measurement, in every unit used here. */
    private static final double RESOLUTION = 0.005;

    private static final String ROW = "%-62s %10s %10s %8s %-5s %6s %10s %10s %10s %10s";

    static final String HEADER =
            String.format(Locale.ROOT, ROW, "what", "ours", "limit", "ratio", "unit", "n", "min", "p50", "p99", "max");

    /** Returns Baton's value divided by the limit; 1 if both are below the resolution. */
    double ratio() {
        return ours < RESOLUTION && limit < RESOLUTION ? 1 : ours / Math.max(limit, RESOLUTION);
    }

    /** Returns the figure as one line of JSON. */
    String json() {
        return Json.write(new JsonObject()
                .with("bench", bench)
                .with("what", what)
                .with("ours", rounded(ours))
                .with("limit", rounded(limit))
                .with("ratio", rounded(ratio()))
                .with("unit", unit)
                .with("n", spread.count())
                .with("min", rounded(spread.min()))
                .with("p50", rounded(spread.median()))
                .with("p99", rounded(spread.percentile(99)))
                .with("max", rounded(spread.max())));
    }

    /** Returns the figure as one row of a table with the columns of {@link #HEADER}. */
    String row() {
        return String.format(
                Locale.ROOT,
                ROW,
                what,
                cell(ours),
                cell(limit),
                String.format(Locale.ROOT, "%.2f×", ratio()),
                unit,
                Integer.toString(spread.count()),
                cell(spread.min()),
                cell(spread.median()),
                cell(spread.percentile(99)),
                cell(spread.max()));
    }

    private static String cell(double value) {
        return String.format(Locale.ROOT, value >= 1000 ? "%.0f" : "%.3f", value);
    }

    private static double rounded(double value) {
        return Math.round(value * 1000) / 1000.0;
    }
}
