package dev.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.lab.node.NodeJobsBenchmark;
import dev.baton.lab.node.StandbyReadsBenchmark;
import dev.baton.support.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("proof")
class NodeSmokeTest {

    @Test
    void nodeJobs() throws Exception {
        assertThat(lines(new NodeJobsBenchmark(10)))
                .hasSize(4)
                .allMatch(line -> "node-jobs".equals(Json.parseObject(line).get("bench")));
    }

    @Test
    void nodeReads() throws Exception {
        assertThat(lines(new StandbyReadsBenchmark(1, 0)))
                .hasSize(4)
                .allMatch(line -> Json.parseObject(line).get("ours") instanceof Number rate && rate.doubleValue() > 0);
    }

    private static List<String> lines(Benchmark benchmark) throws Exception {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        benchmark.run(1, new BenchmarkReport(new PrintStream(printed, true, StandardCharsets.UTF_8), System.err, true));
        return printed.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
