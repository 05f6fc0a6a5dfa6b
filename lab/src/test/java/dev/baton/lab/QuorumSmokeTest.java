package dev.baton.lab;

import static dev.baton.lab.BenchmarkSmoke.figures;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.lab.quorum.LeaseSearch;
import dev.baton.lab.quorum.MqttTransferBenchmark;
import dev.baton.lab.quorum.QuorumFreezeBenchmark;
import dev.baton.lab.quorum.QuorumKillBenchmark;
import dev.baton.lab.quorum.QuorumStartBenchmark;
import dev.baton.lab.quorum.QuorumWideBenchmark;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs the benchmarks of the quorum backend briefly and checks only the number of figures. */
@Tag("proof")
class QuorumSmokeTest {
    @Test
    void quorumKill() throws Exception {
        assertThat(figures(new QuorumKillBenchmark(), 1)).hasSize(6);
    }

    @Test
    void quorumFreeze() throws Exception {
        assertThat(figures(new QuorumFreezeBenchmark(Duration.ofSeconds(2)), 1)).hasSize(4);
    }

    @Test
    void quorumLease() throws Exception {
        assertThat(figures(new LeaseSearch(List.of(8000)), 1)).hasSize(1);
    }

    @Test
    void mqttTransfer() throws Exception {
        assertThat(figures(new MqttTransferBenchmark(), 2)).hasSize(1);
    }

    @Test
    void quorumStart() throws Exception {
        assertThat(figures(new QuorumStartBenchmark(1), 1)).hasSize(5);
    }

    @Test
    void quorumWide() throws Exception {
        assertThat(figures(new QuorumWideBenchmark(), 2)).hasSize(2);
    }
}
