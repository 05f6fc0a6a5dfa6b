package dev.baton.lab;

import dev.baton.support.json.Json;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * One result: what this project takes, what it is held against, and how the values of this project spread.
 *
 * @param bench the benchmark it belongs to
 * @param what what was measured, which statistic, and against what
 * @param ours the statistic of this project
 * @param limit the same statistic of the bare machine, or a bound where no bare counterpart exists
 * @param unit the unit of every number but the ratio
 * @param spread all values of this project
 */
public record BenchmarkFigure(String bench, String what, double ours, double limit, String unit, SampleSet spread) {
    /** Below this, in any unit used here, a value is nothing but rounding of the instrument. */
    private static final double NOTHING = 0.005;

    /** A figure that compares the medians. */
    public static BenchmarkFigure ofMedians(String bench, String what, SampleSet ours, SampleSet limit, String unit) {
        return new BenchmarkFigure(bench, what, ours.median(), limit.median(), unit, ours);
    }

    /** A figure that compares the given percentile of both. */
    public static BenchmarkFigure ofPercentiles(
            String bench, String what, double percent, SampleSet ours, SampleSet limit, String unit) {
        return new BenchmarkFigure(bench, what, ours.percentile(percent), limit.percentile(percent), unit, ours);
    }

    /** How many times the limit this project takes; two nothings are equal. */
    double ratio() {
        return ours < NOTHING && limit < NOTHING ? 1 : ours / Math.max(limit, NOTHING);
    }

    /** The figure as one line of JSON. */
    String json() {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("bench", bench);
        line.put("what", what);
        line.put("ours", rounded(ours));
        line.put("limit", rounded(limit));
        line.put("ratio", rounded(ratio()));
        line.put("unit", unit);
        line.put("n", spread.count());
        line.put("min", rounded(spread.min()));
        line.put("p50", rounded(spread.median()));
        line.put("p99", rounded(spread.percentile(99)));
        line.put("max", rounded(spread.max()));
        return Json.write(line);
    }

    /** The figure as one row of a table; {@link #HEADER} names the columns. */
    String row() {
        return String.format(
                Locale.ROOT,
                ROW,
                what,
                shown(ours),
                shown(limit),
                String.format(Locale.ROOT, "%.2f×", ratio()),
                unit,
                Integer.toString(spread.count()),
                shown(spread.min()),
                shown(spread.median()),
                shown(spread.percentile(99)),
                shown(spread.max()));
    }

    private static final String ROW = "%-62s %10s %10s %8s %-5s %6s %10s %10s %10s %10s";

    static final String HEADER =
            String.format(Locale.ROOT, ROW, "what", "ours", "limit", "ratio", "unit", "n", "min", "p50", "p99", "max");

    private static String shown(double value) {
        return value >= 1000 ? String.format(Locale.ROOT, "%.0f", value) : String.format(Locale.ROOT, "%.3f", value);
    }

    private static double rounded(double value) {
        return Math.round(value * 1000) / 1000.0;
    }
}
