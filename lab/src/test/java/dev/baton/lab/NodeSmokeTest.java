package dev.baton.lab;

import static dev.baton.lab.BenchmarkSmoke.figures;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.lab.node.NodeJobsBenchmark;
import dev.baton.lab.node.StandbyReadsBenchmark;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs the benchmarks of the node controller briefly. */
@Tag("proof")
class NodeSmokeTest {
    @Test
    void nodeJobs() throws Exception {
        assertThat(figures(new NodeJobsBenchmark(10), 1)).hasSize(4);
    }

    @Test
    void nodeReads() throws Exception {
        assertThat(figures(new StandbyReadsBenchmark(1, 0), 1))
                .hasSize(4)
                .allMatch(figure -> figure.get("ours") instanceof Number rate && rate.doubleValue() > 0);
    }
}
