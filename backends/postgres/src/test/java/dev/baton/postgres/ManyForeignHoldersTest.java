package dev.baton.postgres;

import static dev.baton.postgres.PostgresFixture.await;
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
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** More locks with foreign holders than a process waits for: from the ninth on, its candidates poll. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class ManyForeignHoldersTest {
    private static final int POLLERS = 2;

    private static Candidate start(Baton baton, String election, Duration retryDelay) {
        Candidate candidate = baton.election(election)
                .candidate(PostgresFixture.settings("baton")
                        .retry(context -> Optional.of(retryDelay))
                        .build());
        candidate.start();
        return candidate;
    }

    private static long failed(List<CandidateEvent> events) {
        return events.stream()
                .filter(CandidateEvent.AcquireFailed.class::isInstance)
                .count();
    }

    private static long failedOf(Collection<List<CandidateEvent>> all) {
        return all.stream().mapToLong(ManyForeignHoldersTest::failed).sum();
    }

    @Test // PG-1, PG-8
    void ninthForeignHolderIsPolledForAndTheOthersAreWaitedFor() throws Exception {
        try (PostgresFixture fixture = PostgresFixture.onNewest();
                Connection foreign = fixture.connectPlainSession()) {
            try (Statement statement = foreign.createStatement()) {
                for (int i = 0; i < WaitingSessions.LIMIT + POLLERS; i++) {
                    AdvisoryKeys keys = AdvisoryKeys.of("e" + i);
                    statement.execute("SELECT pg_advisory_lock(" + keys.key1() + ", " + keys.key2() + ")");
                }
            }
            PostgresUrl url = PostgresUrl.parse(fixture.store.directUrl(), Map.of());
            CountedConnections connections = new CountedConnections(new DriverConnections(url));
            Baton baton = fixture.over(PostgresBackend.open(
                    connections, url.options(), BatonClock.system(), ConcurrentHashMap.newKeySet()));
            List<Candidate> candidates = new ArrayList<>();
            for (int i = 0; i < WaitingSessions.LIMIT; i++) {
                // They lead only if they are woken.
                candidates.add(start(baton, "e" + i, Duration.ofHours(1)));
            }
            await("every lock has its session", () -> fixture.sessions("wait") == WaitingSessions.LIMIT);
            List<List<CandidateEvent>> polls = new ArrayList<>();
            for (int i = 0; i < POLLERS; i++) {
                Candidate poller = start(baton, "e" + (WaitingSessions.LIMIT + i), Duration.ofMillis(200));
                candidates.add(poller);
                polls.add(events(poller));
            }
            await("they try again and again", () -> polls.stream().allMatch(events -> failed(events) >= 3));
            long before = failedOf(polls);
            long requestsBefore = connections.count("lock", "pg_try_advisory_lock");
            await("they go on", () -> failedOf(polls) >= before + 10);
            long requests = connections.count("lock", "pg_try_advisory_lock") - requestsBefore;
            assertThat(requests)
                    .as("one request for each poll")
                    .isLessThanOrEqualTo(failedOf(polls) - before + POLLERS);
            assertThat(fixture.sessions("wait")).isEqualTo(WaitingSessions.LIMIT);
            assertThat(candidates).noneMatch(Candidate::isLeader);
            foreign.abort(Runnable::run);
            await("all lead", () -> candidates.stream().allMatch(Candidate::isLeader));
        }
    }
}
