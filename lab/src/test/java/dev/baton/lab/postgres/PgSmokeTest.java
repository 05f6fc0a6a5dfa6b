package dev.baton.lab.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.lab.BenchmarkReport;
import dev.baton.support.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every benchmark of PostgreSQL runs, briefly, and reports its figures. */
@Tag("proof")
class PgSmokeTest {
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final BenchmarkReport report =
            new BenchmarkReport(new PrintStream(printed, true, StandardCharsets.UTF_8), System.err, true);

    @Test
    void kill() throws Exception {
        new PgKillBenchmark().run(1, report);
        assertThat(figures("pg-kill")).hasSize(3);
    }

    @Test
    void release() throws Exception {
        new PgReleaseBenchmark().run(2, report);
        assertThat(figures("pg-release")).hasSize(3);
    }

    @Test
    void guard() throws Exception {
        new PgGuardBenchmark(0).run(1, report);
        assertThat(figures("pg-guard")).hasSize(4);
    }

    @Test
    void oneOfThePeers() throws Exception {
        try (LabServer server = LabServer.start()) {
            for (String system : List.of("baton", "baton-lease")) {
                ReplicaSet.Cost cost = new ReplicaSet(server, system, 2).play(1, 1);
                assertThat(cost.failovers()).hasSize(2);
                assertThat(cost.connections()).isPositive();
            }
        }
    }

    private List<String> figures(String bench) {
        return printed.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> bench.equals(Json.parseObject(line).get("bench")))
                .toList();
    }
}
