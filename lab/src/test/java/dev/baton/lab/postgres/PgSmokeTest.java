package dev.baton.lab.postgres;

import static dev.baton.lab.BenchmarkSmoke.figures;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs every benchmark on PostgreSQL briefly and checks only the number of figures. */
@Tag("proof")
class PgSmokeTest {
    @Test
    void kill() throws Exception {
        assertThat(figures(new PgKillBenchmark(), 1)).hasSize(3);
        assertThat(figures(new PgForeignBenchmark(), 1)).hasSize(3);
    }

    @Test
    void release() throws Exception {
        assertThat(figures(new PgReleaseBenchmark(), 2)).hasSize(3);
    }

    @Test
    void guard() throws Exception {
        assertThat(figures(new PgGuardBenchmark(0), 1)).hasSize(4);
    }

    @Test
    void replicasOfBaton() throws Exception {
        try (LabServer server = LabServer.start()) {
            for (String system : List.of("baton", "baton-lease")) {
                ReplicaSet.Cost cost = new ReplicaSet(server, system, 2).measure(1, 1);
                assertThat(cost.failovers().count()).isEqualTo(2);
                assertThat(cost.connections()).isPositive();
            }
        }
    }
}
