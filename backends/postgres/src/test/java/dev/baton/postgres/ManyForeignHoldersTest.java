package dev.baton.postgres;

import static dev.baton.postgres.PostgresFixture.await;
import static dev.baton.postgres.PostgresFixture.events;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.spi.AdvisoryKeys;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
            Baton baton = fixture.connect();
            List<Candidate> candidates = new ArrayList<>();
            for (int i = 0; i < WaitingSessions.LIMIT; i++) {
                // They lead only if they are woken.
                candidates.add(start(baton, "e" + i, Duration.ofHours(1)));
            }
            await("every lock has its session", () -> fixture.sessions("wait") == WaitingSessions.LIMIT);
            List<CandidateEvent> attempts = new ArrayList<>();
            for (int i = 0; i < POLLERS; i++) {
                Candidate poller = start(baton, "e" + (WaitingSessions.LIMIT + i), Duration.ofMillis(200));
                candidates.add(poller);
                attempts = events(poller);
            }
            List<CandidateEvent> last = attempts;
            await(
                    "the last candidate tries again and again",
                    () -> last.stream()
                                    .filter(CandidateEvent.AcquireFailed.class::isInstance)
                                    .count()
                            >= 3);
            assertThat(fixture.sessions("wait")).isEqualTo(WaitingSessions.LIMIT);
            assertThat(candidates).noneMatch(Candidate::isLeader);
            foreign.abort(Runnable::run);
            await("all lead", () -> candidates.stream().allMatch(Candidate::isLeader));
        }
    }
}
