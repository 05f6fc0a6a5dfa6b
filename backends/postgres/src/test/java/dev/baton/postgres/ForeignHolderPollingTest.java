package dev.baton.postgres;

import static dev.baton.postgres.PostgresFixture.ELECTION;
import static dev.baton.postgres.PostgresFixture.await;
import static dev.baton.postgres.PostgresFixture.awaitEpoch;
import static dev.baton.postgres.PostgresFixture.events;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.BatonClock;
import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.spi.AdvisoryKeys;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a candidate sends while it waits for a foreign holder. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ForeignHolderPollingTest {

    @ParameterizedTest // PG-1, PG-8
    @ValueSource(booleans = {false, true})
    void candidateThatWaitsForForeignHolderSendsOneRequestForEachAttempt(boolean afterTenure) throws Exception {
        try (PostgresFixture fixture = PostgresFixture.onNewest();
                Connection foreign = fixture.connectPlainSession();
                Statement lock = foreign.createStatement()) {
            if (afterTenure) {
                Candidate former = fixture.candidate("former");
                former.start();
                awaitEpoch(former);
                former.close();
            }
            AdvisoryKeys keys = AdvisoryKeys.of(ELECTION);
            lock.execute("SELECT pg_advisory_lock(" + keys.key1() + ", " + keys.key2() + ")");
            PostgresUrl url = PostgresUrl.parse(fixture.store.directUrl(), Map.of());
            CountedConnections connections = new CountedConnections(new DriverConnections(url));
            Baton baton = fixture.over(PostgresBackend.open(
                    connections, url.options(), BatonClock.system(), ConcurrentHashMap.newKeySet()));
            Candidate candidate = baton.election(ELECTION)
                    .candidate(PostgresFixture.settings("baton")
                            .retry(context -> Optional.of(Duration.ofMillis(100)))
                            .build());
            List<CandidateEvent> events = events(candidate);
            candidate.start();
            await("it waits", () -> failedAttempts(events) >= 3 && fixture.sessions("wait") == 1);
            long attemptsBefore = failedAttempts(events);
            long requestsBefore = connections.count("lock", "pg_try_advisory_lock");
            long lockBefore = connections.count("lock", "");
            long waitBefore = connections.count("wait", "");
            await("it tries again", () -> failedAttempts(events) >= attemptsBefore + 10);
            long requests = connections.count("lock", "pg_try_advisory_lock") - requestsBefore;
            long onLockSession = connections.count("lock", "") - lockBefore;
            long onWaitingSession = connections.count("wait", "") - waitBefore;
            long attempts = failedAttempts(events) - attemptsBefore + 1;
            assertThat(requests).isLessThanOrEqualTo(attempts);
            assertThat(onLockSession)
                    .as("with at most one other statement each")
                    .isLessThanOrEqualTo(2 * requests + 5);
            assertThat(onWaitingSession).as("it waits in one statement").isLessThanOrEqualTo(2);
        }
    }

    private static long failedAttempts(List<CandidateEvent> events) {
        return events.stream()
                .filter(CandidateEvent.AcquireFailed.class::isInstance)
                .count();
    }
}
