package dev.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.support.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The JSON line of a figure, and its numbers. */
class BenchmarkFigureTest {
    private final SampleSet hundred =
            SampleSet.of(IntStream.rangeClosed(1, 100).mapToDouble(i -> 101 - i).toArray());
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final BenchmarkReport report =
            new BenchmarkReport("file-kill", new PrintStream(printed, true, StandardCharsets.UTF_8), System.err, true);

    private String line() {
        return printed.toString(StandardCharsets.UTF_8).strip();
    }

    @Test
    void lineHasKeysOfContractInOrder() {
        report.medians("kill to acquired", hundred, SampleSet.of(25), "ms");
        assertThat(Json.parseObject(line()).keySet())
                .containsExactly("bench", "what", "ours", "limit", "ratio", "unit", "n", "min", "p50", "p99", "max");
        assertThat(line())
                .isEqualTo(
                        "{\"bench\":\"file-kill\",\"what\":\"kill to acquired\",\"ours\":50.0,\"limit\":25.0,"
                                + "\"ratio\":2.0,\"unit\":\"ms\",\"n\":100,\"min\":1.0,\"p50\":50.0,\"p99\":99.0,\"max\":100.0}");
    }

    @Test
    void percentileIsMeasuredValue() {
        assertThat(hundred.percentile(50)).isEqualTo(50);
        assertThat(hundred.percentile(99)).isEqualTo(99);
        assertThat(hundred.percentile(100)).isEqualTo(100);
        assertThat(hundred.percentile(0)).isEqualTo(1);
        assertThat(SampleSet.of(7).percentile(99)).isEqualTo(7);
        assertThat(SampleSet.of(3, 1, 2).median()).isEqualTo(2);
    }

    @Test
    void percentileIsComparedWithSamePercentileOfLimit() {
        report.percentiles(99, "p99", hundred, hundred, "ms");
        assertThat(Json.parseObject(line())).containsEntry("ours", 99.0).containsEntry("ratio", 1.0);
    }

    @Test
    void ratioIsOneIfBothValuesAreBelowResolution() {
        SampleSet tiny = SampleSet.of(1e-6);
        assertThat(new BenchmarkFigure("b", "bytes", 1e-6, 0, "B", tiny).ratio())
                .isEqualTo(1);
    }
}
