package dev.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.lab.quorum.QuorumKillBenchmark;
import dev.baton.lab.quorum.QuorumStartBenchmark;
import dev.baton.lab.quorum.QuorumWideBenchmark;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The benchmarks of the election among peers run through; what they measure is not looked at. */
@Tag("proof")
class QuorumSmokeTest {
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final BenchmarkReport report =
            new BenchmarkReport(new PrintStream(printed, true, StandardCharsets.UTF_8), System.err, true);

    @Test
    void quorumKill() throws Exception {
        new QuorumKillBenchmark().run(1, report);
        assertThat(printed.toString(StandardCharsets.UTF_8).lines()).hasSize(6);
    }

    @Test
    void quorumStart() throws Exception {
        new QuorumStartBenchmark(1).run(1, report);
        assertThat(printed.toString(StandardCharsets.UTF_8).lines()).hasSize(5);
    }

    @Test
    void quorumWide() {
        new QuorumWideBenchmark().run(2, report);
        assertThat(printed.toString(StandardCharsets.UTF_8).lines()).hasSize(2);
    }
}
