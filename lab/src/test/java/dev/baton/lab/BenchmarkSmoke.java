package dev.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.support.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runs a benchmark once and returns its figures. */
public final class BenchmarkSmoke {
    private BenchmarkSmoke() {}

    /** A run of a benchmark. */
    interface Run {
        void run(BenchmarkReport report) throws Exception;
    }

    public static List<Map<String, @Nullable Object>> figures(Benchmark benchmark, int count) throws Exception {
        return figures(benchmark.name(), report -> benchmark.run(count, report));
    }

    static List<Map<String, @Nullable Object>> figures(String name, Run run) throws Exception {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
        run.run(new BenchmarkReport(name, out, System.err, true));
        List<Map<String, @Nullable Object>> figures = printed.toString(StandardCharsets.UTF_8)
                .lines()
                .map(Json::parseObject)
                .toList();
        assertThat(figures).allMatch(figure -> name.equals(figure.get("bench")));
        return figures;
    }
}
