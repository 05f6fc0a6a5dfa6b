package dev.baton.postgres;

import static dev.baton.postgres.PostgresFixture.ELECTION;
import static dev.baton.postgres.PostgresFixture.await;
import static dev.baton.postgres.PostgresFixture.awaitEpoch;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.Leadership;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Old servers and servers whose clock jumps, simulated by altering the results of a real one. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class UnusualServerTest {
    private static final int THIRTEEN = 130016;

    @Test // PG-8
    void serverBefore14WorksAndIsLoggedOnce() {
        try (PostgresFixture fixture = PostgresFixture.onNewest();
                CapturedLog log = new CapturedLog()) {
            PostgresUrl url = PostgresUrl.parse(fixture.store.directUrl(), Map.of());
            ConnectionFactory old = new AlteredConnections(
                    new DriverConnections(url), "server_version_num", (column, value) -> switch (column) {
                        case 1 -> THIRTEEN;
                        case 5 -> 0L;
                        default -> value;
                    });
            Candidate candidate = fixture.over(open(old, url))
                    .election(ELECTION)
                    .candidate(PostgresFixture.settings("only").build());
            candidate.start();
            awaitEpoch(candidate);
            assertThat(log.text())
                    .containsOnlyOnce(
                            "is PostgreSQL 13: before version 14 the server does not end the session of a frozen")
                    .contains("WARN");
        }
    }

    @Test // PG-8, API-2
    void clockJumpOfServerIsLoggedAndDoesNotAffectLeadership() {
        AtomicInteger reads = new AtomicInteger();
        try (PostgresFixture fixture = PostgresFixture.onNewest();
                CapturedLog log = new CapturedLog()) {
            PostgresUrl url = PostgresUrl.parse(fixture.store.directUrl(), Map.of());
            long anHour = Duration.ofHours(1).toMillis();
            ConnectionFactory jumping = new AlteredConnections(
                    new DriverConnections(url),
                    "RETURNING (extract(epoch FROM seen_at)",
                    (column, value) -> reads.incrementAndGet() == 1 ? value : (Long) value - anHour);
            Candidate candidate = fixture.over(open(jumping, url))
                    .election(ELECTION)
                    .candidate(PostgresFixture.settings("only").build());
            List<CandidateEvent> events = PostgresFixture.events(candidate);
            candidate.start();
            long epoch = awaitEpoch(candidate);
            await("the jump is logged", () -> log.text().contains("jumped by -3"));
            int now = reads.get();
            await("the clock is read again", () -> reads.get() > now);
            assertThat(log.text()).containsOnlyOnce("jumped by");
            assertThat(candidate.leadership().map(Leadership::epoch)).contains(epoch);
            assertThat(events).noneMatch(CandidateEvent.Lost.class::isInstance);
        }
    }

    private static PostgresBackend open(ConnectionFactory connections, PostgresUrl url) {
        return PostgresBackend.open(connections, url.options(), BatonClock.system(), ConcurrentHashMap.newKeySet());
    }
}
