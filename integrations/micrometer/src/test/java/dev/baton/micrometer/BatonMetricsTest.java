package dev.baton.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.Tenure;
import dev.baton.testkit.ForwardingBackend;
import dev.baton.testkit.MemoryStore;
import dev.baton.testkit.TestBaton;
import dev.baton.testkit.VirtualTime;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BatonMetricsTest {
    private final VirtualTime time = new VirtualTime();
    private final MemoryStore store = new MemoryStore();
    private final Baton baton = TestBaton.connect(store, time);
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final BatonMetrics metrics = new BatonMetrics(baton);

    @AfterEach
    void close() {
        metrics.close();
        registry.close();
    }

    private Candidate candidate(String id) {
        return baton.election("job")
                .candidate(CandidateSettings.builder().instanceId(id).build());
    }

    private void advance(Duration duration) {
        time.advance(duration);
    }

    @Test // QUORUM-9
    void everyContractNameIsServed() {
        metrics.bindTo(registry);
        Candidate candidate = candidate("me");
        candidate.gate("reply").tryRun(leadership -> {});
        candidate.start();
        advance(Duration.ofSeconds(30));
        assertThat(candidate.isLeader()).isTrue();
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(registry.scrape().lines())
                        .contains(
                                "baton_leader{election=\"job\"} 1.0",
                                "baton_epoch{election=\"job\"} 1.0",
                                "baton_state{election=\"job\",state=\"leader\"} 1.0",
                                "baton_state{election=\"job\",state=\"follower\"} 0.0",
                                "baton_transitions_total{election=\"job\",from=\"acquiring\",to=\"leader\"} 1.0",
                                "baton_gate_suppressed_total{election=\"job\",gate=\"reply\"} 1.0",
                                "baton_reigns_overlapping{election=\"job\"} 0.0",
                                "baton_rejected_messages_total{cause=\"malformed\",election=\"job\"} 0.0",
                                "baton_election_count_total{election=\"job\"} 1.0",
                                "baton_current_state{election=\"job\",state=\"leader\"} 1.0",
                                "baton_last_leader_info{election=\"job\",leader_id=\"me\"} 1"));
        assertThat(names())
                .contains(
                        "baton_lease_remaining_ms",
                        "baton_renew_seconds_count",
                        "baton_renew_seconds_sum",
                        "baton_callback_lag_seconds_count",
                        "baton_callback_lag_seconds_sum",
                        "baton_convergence_time_ms");
    }

    @Test // QUORUM-9
    void lossIsCountedWithItsReason() {
        metrics.bindTo(registry);
        Candidate candidate = candidate("me");
        candidate.start();
        advance(Duration.ofSeconds(1));
        assertThat(value("baton_losses_total{election=\"job\",reason=\"taken_over\"}"))
                .isEqualTo("0.0");
        store.breakDown();
        advance(Duration.ofSeconds(30));
        assertThat(value("baton_leader{election=\"job\"}")).isEqualTo("0.0");
        assertThat(value("baton_lease_remaining_ms{election=\"job\"}")).isEqualTo("0.0");
        assertThat(value("baton_losses_total{election=\"job\",reason=\"unreachable\"}"))
                .isEqualTo("1.0");
    }

    @Test // QUORUM-9
    void existingCandidatesAndGatesAreBound() {
        Candidate candidate = candidate("me");
        candidate.gate("early").tryRun(leadership -> {});
        candidate.start();
        advance(Duration.ofSeconds(1));
        metrics.bindTo(registry);
        candidate.gate("late");
        assertThat(value("baton_leader{election=\"job\"}")).isEqualTo("1.0");
        assertThat(value("baton_epoch{election=\"job\"}")).isEqualTo("1.0");
        assertThat(value("baton_gate_suppressed_total{election=\"job\",gate=\"early\"}"))
                .isEqualTo("1.0");
        assertThat(value("baton_gate_suppressed_total{election=\"job\",gate=\"late\"}"))
                .isEqualTo("0.0");
    }

    @Test // QUORUM-9
    void candidatesOfOneElectionShareMetersUntilTheLastIsClosed() {
        metrics.bindTo(registry);
        Candidate one = candidate("one");
        Candidate two = candidate("two");
        one.start();
        two.start();
        advance(Duration.ofSeconds(1));
        assertThat(value("baton_leader{election=\"job\"}")).isEqualTo("1.0");
        assertThat(value("baton_state{election=\"job\",state=\"follower\"}")).isEqualTo("1.0");
        two.closeAsync();
        advance(Duration.ofSeconds(1));
        assertThat(value("baton_state{election=\"job\",state=\"follower\"}")).isEqualTo("0.0");
        one.closeAsync();
        advance(Duration.ofSeconds(1));
        assertThat(registry.scrape()).doesNotContain("baton_");
    }

    @Test // QUORUM-9
    void closeRemovesTheMetersAndDoesNotAffectTheElection() {
        metrics.bindTo(registry);
        Candidate candidate = candidate("me");
        candidate.start();
        advance(Duration.ofSeconds(1));
        metrics.close();
        assertThat(registry.scrape()).doesNotContain("baton_");
        advance(Duration.ofSeconds(60));
        assertThat(candidate.isLeader()).isTrue();
    }

    @Test // API-9
    void overlappingPairsOfTenuresAreServed() {
        List<Tenure> overlapping = List.of(tenure(1, 0, 100), tenure(2, 50, 60), tenure(3, 55, 58));
        Baton connection = Baton.builder()
                .backend(clock -> new ForwardingBackend(store.open(clock)) {
                    @Override
                    public CompletionStage<List<Tenure>> history(String election) {
                        return CompletableFuture.completedFuture(overlapping);
                    }
                })
                .connect();
        try (connection;
                BatonMetrics bound = new BatonMetrics(connection)) {
            connection.candidate("job");
            bound.bindTo(registry);
            // The first scrape already: an unknown number is not 0.
            assertThat(value("baton_reigns_overlapping{election=\"job\"}")).isEqualTo("3.0");
        }
    }

    private static Tenure tenure(long epoch, long from, long to) {
        return new Tenure(
                epoch,
                "i" + epoch,
                Instant.ofEpochSecond(from),
                Optional.of(Instant.ofEpochSecond(to)),
                Optional.empty());
    }

    /** Returns the value of a sample. */
    private String value(String sample) {
        return registry.scrape()
                .lines()
                .filter(line -> line.startsWith(sample))
                .map(line -> line.substring(line.indexOf(' ') + 1))
                .findFirst()
                .orElse("none");
    }

    private List<String> names() {
        return registry.scrape()
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.replaceAll("[{ ].*", ""))
                .distinct()
                .toList();
    }
}
