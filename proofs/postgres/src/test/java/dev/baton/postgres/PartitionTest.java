package dev.baton.postgres;

import static dev.baton.postgres.PostgresFixture.ELECTION;
import static dev.baton.postgres.PostgresFixture.await;
import static dev.baton.postgres.PostgresFixture.awaitEpoch;
import static dev.baton.postgres.PostgresFixture.events;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.Leadership;
import dev.baton.testkit.postgres.TestServers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A leader that loses the connection to the server, and a server that stops. */
@Timeout(value = 90, unit = TimeUnit.SECONDS)
class PartitionTest {

    @Test // PG-8, API-2
    void leaderBehindBlackHoleStopsBeforeServerFreesItsLock() {
        try (PostgresFixture fixture = PostgresFixture.onNewest()) {
            Candidate cutOff = fixture.candidate("cut-off");
            cutOff.start();
            long epoch = awaitEpoch(cutOff);
            Leadership leadership = cutOff.leadership().orElseThrow();
            Candidate standby = fixture.connectDirectly()
                    .election(ELECTION)
                    .candidate(PostgresFixture.settings("standby")
                            .retry(context -> Optional.of(Duration.ofHours(1)))
                            .build());
            standby.start();
            await("the standby waits", () -> fixture.sessions("wait") == 1);
            fixture.store.proxy().blackhole();
            long before = System.nanoTime();
            await("the standby leads", () -> {
                assertThat(leadership.isValid() && standby.isLeader()).isFalse();
                return standby.isLeader();
            });
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(6));
            assertThat(standby.leadership().orElseThrow().epoch()).isGreaterThan(epoch);
            fixture.store.proxy().heal();
            await("the former leader follows", () -> !cutOff.isLeader());
        }
    }

    @Test // PG-8
    void halfOpenConnectionIsDetectedByNextRenewal() {
        try (PostgresFixture fixture = PostgresFixture.onNewest()) {
            Candidate candidate = fixture.candidate("only");
            candidate.start();
            long epoch = awaitEpoch(candidate);
            fixture.store.proxy().halfOpen();
            await(
                    "the candidate leads again",
                    () -> candidate.isLeader()
                            && candidate.leadership().map(Leadership::epoch).orElse(0L) > epoch);
        }
    }

    @Test // API-6
    void slowNetworkDoesNotCostLeadership() {
        try (PostgresFixture fixture = new PostgresFixture(TestServers.newest(), "patience=8s")) {
            Candidate candidate =
                    fixture.candidate(PostgresFixture.settings("only").validity(Duration.ofSeconds(7)));
            List<CandidateEvent> events = events(candidate);
            candidate.start();
            long epoch = awaitEpoch(candidate);
            fixture.store.proxy().delay(Duration.ofMillis(200));
            fixture.store.proxy().slice(7);
            Set<Long> renewals = new HashSet<>();
            await("three renewals are complete", () -> {
                renewals.add(fixture.number("SELECT (extract(epoch FROM state_change) * 1000000)::bigint"
                        + " FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle'"
                        + " AND application_name LIKE 'baton lock%' UNION ALL SELECT 0 ORDER BY 1 DESC LIMIT 1"));
                return renewals.size() > 3;
            });
            assertThat(candidate.leadership().map(Leadership::epoch)).contains(epoch);
            assertThat(events).noneMatch(CandidateEvent.Lost.class::isInstance);
        }
    }

    @Test // PG-2, FENCE-1
    void leadsWithHigherEpochAfterServerRestart() {
        try (PostgresFixture fixture = PostgresFixture.onNewest()) {
            Candidate candidate = fixture.candidate("only");
            List<CandidateEvent> events = events(candidate);
            candidate.start();
            long epoch = awaitEpoch(candidate);
            for (String signal : List.of("INT", "QUIT")) {
                Path control = fixture.store.server().stop(signal);
                await("the loss was noticed", () -> !candidate.isLeader());
                fixture.store.server().start(control);
                long next = awaitEpoch(candidate);
                assertThat(next).isGreaterThan(epoch);
                epoch = next;
            }
            await(
                    "both losses were reported",
                    () -> events.stream()
                                    .filter(CandidateEvent.Lost.class::isInstance)
                                    .count()
                            == 2);
        }
    }
}
