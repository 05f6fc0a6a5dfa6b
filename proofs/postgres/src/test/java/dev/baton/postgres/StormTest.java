package dev.baton.postgres;

import static dev.baton.postgres.PostgresFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Candidate;
import dev.baton.testkit.TenureChecker;
import dev.baton.testkit.postgres.TestServers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sixteen candidates while sessions are terminated and leaders step down. Fewer rounds: {@code -Dpostgres.rounds=12}. */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class StormTest {
    private static final int ROUNDS = Integer.getInteger("postgres.rounds", 200);

    @Test // PG-13, FENCE-1
    void epochsGrowWithFencedTakeovers() {
        storm("takeover=fenced&patience=3s", true);
    }

    @Test // PG-13, FENCE-1
    void exclusiveTakeoversNeverOverlap() {
        TenureChecker history = storm("takeover=exclusive&patience=1s", true);
        assertThat(history.overlapViolations()).isEmpty();
    }

    @Test // PG-13
    void fencedHandoversNeverOverlapWithoutTerminatedSessions() {
        TenureChecker history = storm("takeover=fenced&patience=3s", false);
        assertThat(history.overlapViolations()).isEmpty();
    }

    private static TenureChecker storm(String parameters, boolean terminating) {
        long seed = Long.getLong("postgres.seed", System.nanoTime());
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        TenureChecker history = new TenureChecker();
        try (PostgresFixture fixture = new PostgresFixture(TestServers.newest(), parameters)) {
            List<Candidate> candidates = new ArrayList<>();
            Duration validity = parameters.contains("patience=1s") ? Duration.ofMillis(900) : Duration.ofSeconds(2);
            for (int i = 0; i < 16; i++) {
                Candidate candidate = fixture.candidate(
                        PostgresFixture.settings("c" + i).validity(validity).reacquireDelay(Duration.ofMillis(50)));
                history.follow(candidate);
                candidates.add(candidate);
            }
            candidates.forEach(Candidate::start);
            for (int round = 0; round < ROUNDS; round++) {
                int before = history.tenures().size();
                await("a candidate leads", () -> candidates.stream().anyMatch(Candidate::isLeader));
                if (terminating && random.nextInt(3) > 0) {
                    String[] uses = {"lock", "control", "wait", ""};
                    fixture.terminate(uses[random.nextInt(uses.length)]);
                } else {
                    candidates.stream()
                            .filter(Candidate::isLeader)
                            .forEach(leader -> leader.stepDown(Duration.ofSeconds(10)));
                }
                assertThat(history.tenures().size()).isGreaterThanOrEqualTo(before);
            }
            await("a candidate leads in the end", () -> candidates.stream().anyMatch(Candidate::isLeader));
        }
        assertThat(history.epochViolations()).isEmpty();
        return history;
    }
}
