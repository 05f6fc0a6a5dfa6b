package dev.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.support.json.Json;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The line that scripts read, and the numbers in it. */
class BenchmarkFigureTest {
    private final SampleSet hundred =
            SampleSet.of(IntStream.rangeClosed(1, 100).mapToDouble(i -> 101 - i).toArray());

    @Test
    void theLineHasTheKeysOfTheContractInTheirOrder() {
        BenchmarkFigure figure =
                BenchmarkFigure.ofMedians("file-kill", "kill to acquired", hundred, SampleSet.of(25), "ms");
        assertThat(Json.parseObject(figure.json()).keySet())
                .containsExactly("bench", "what", "ours", "limit", "ratio", "unit", "n", "min", "p50", "p99", "max");
        assertThat(figure.json())
                .isEqualTo(
                        "{\"bench\":\"file-kill\",\"what\":\"kill to acquired\",\"ours\":50.0,\"limit\":25.0,"
                                + "\"ratio\":2.0,\"unit\":\"ms\",\"n\":100,\"min\":1.0,\"p50\":50.0,\"p99\":99.0,\"max\":100.0}");
    }

    @Test
    void aPercentileIsAValueThatWasMeasured() {
        assertThat(hundred.percentile(50)).isEqualTo(50);
        assertThat(hundred.percentile(99)).isEqualTo(99);
        assertThat(hundred.percentile(100)).isEqualTo(100);
        assertThat(hundred.percentile(0)).isEqualTo(1);
        assertThat(SampleSet.of(7).percentile(99)).isEqualTo(7);
        assertThat(SampleSet.of(3, 1, 2).median()).isEqualTo(2);
    }

    @Test
    void aHighPercentileComparesLikeWithLike() {
        BenchmarkFigure figure = BenchmarkFigure.ofPercentiles("b", "p99", 99, hundred, hundred, "ms");
        assertThat(figure.ours()).isEqualTo(99);
        assertThat(figure.ratio()).isEqualTo(1);
    }

    @Test
    void nothingAgainstNothingIsEqual() {
        assertThat(BenchmarkFigure.ofMedians("b", "bytes", SampleSet.of(1e-6), SampleSet.of(0), "B")
                        .ratio())
                .isEqualTo(1);
    }
}
