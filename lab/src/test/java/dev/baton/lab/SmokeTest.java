package dev.baton.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.lab.console.ConsoleBenchmark;
import dev.baton.lab.lease.StorePutBenchmark;
import dev.baton.support.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each benchmark runs through, with as little as it can do; what it measures is not looked at. */
@Tag("proof")
class SmokeTest {
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final BenchmarkReport report =
            new BenchmarkReport(new PrintStream(printed, true, StandardCharsets.UTF_8), System.err, true);

    @Test
    void isLeader() {
        new IsLeaderBenchmark().smoke(report);
        assertThat(figures("is-leader")).hasSize(2);
    }

    @Test
    void fileKill() throws Exception {
        new FileKillBenchmark().run(1, report);
        assertThat(figures("file-kill")).hasSize(3);
    }

    @Test
    void fileRelease() throws Exception {
        new FileReleaseBenchmark().run(2, report);
        assertThat(figures("file-release")).hasSize(3);
    }

    @Test
    void idle() throws Exception {
        new IdleBenchmark(1, 2, 200).run(20, report);
        assertThat(figures("idle")).hasSize(6);
    }

    @Test
    void storePut() throws Exception {
        new StorePutBenchmark().run(1, report);
        assertThat(figures("store-put")).hasSize(2);
    }

    @Test
    void console() throws Exception {
        new ConsoleBenchmark(20).run(1, report);
        assertThat(figures("console")).hasSize(7);
    }

    private List<String> figures(String bench) {
        return printed.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> bench.equals(Json.parseObject(line).get("bench")))
                .toList();
    }
}
