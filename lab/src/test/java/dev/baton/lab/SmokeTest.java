package dev.baton.lab;

import static dev.baton.lab.BenchmarkSmoke.figures;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.lab.console.ConsoleBenchmark;
import dev.baton.lab.console.ConsoleScrollBenchmark;
import dev.baton.lab.lease.ReconcileSweepBenchmark;
import dev.baton.lab.lease.StorePutBenchmark;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.options.TimeValue;

/** Runs each benchmark as briefly as possible and checks only the number of figures. */
@Tag("proof")
class SmokeTest {
    @Test
    void isLeader() throws Exception {
        IsLeaderBenchmark benchmark = new IsLeaderBenchmark();
        assertThat(figures(benchmark.name(), report -> benchmark.run(1, 0, 1, TimeValue.milliseconds(100), report)))
                .hasSize(2);
    }

    @Test
    void fileKill() throws Exception {
        assertThat(figures(new FileKillBenchmark(), 1)).hasSize(3);
    }

    @Test
    void fileRelease() throws Exception {
        assertThat(figures(new FileReleaseBenchmark(), 2)).hasSize(3);
    }

    @Test
    void idle() throws Exception {
        assertThat(figures(new IdleBenchmark(1, 2, 200), 20)).hasSize(21);
    }

    @Test
    void storePut() throws Exception {
        assertThat(figures(new StorePutBenchmark(), 1)).hasSize(2);
    }

    @Test
    void reconcileSweep() throws Exception {
        assertThat(figures(new ReconcileSweepBenchmark(), 300)).hasSize(10);
    }

    @Test
    void console() throws Exception {
        assertThat(figures(new ConsoleBenchmark(20), 1)).hasSize(7);
    }

    @Test
    void consoleScroll() throws Exception {
        assertThat(figures(new ConsoleScrollBenchmark(100), 1)).hasSize(3);
    }
}
