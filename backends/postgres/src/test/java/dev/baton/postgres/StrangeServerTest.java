package dev.baton.postgres;

import static dev.baton.postgres.Stage.ELECTION;
import static dev.baton.postgres.Stage.await;
import static dev.baton.postgres.Stage.awaitEpoch;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.BatonClock;
import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.Leadership;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Servers that are too old or whose clock jumps, made of a real one by altering what it says of itself. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class StrangeServerTest {
    private static final int THIRTEEN = 130016;

    @Test // PG-8
    void aServerBeforeFourteenIsWarnedOfOnceAndServes() {
        try (Stage stage = Stage.usual();
                Log log = new Log()) {
            PostgresUrl url = PostgresUrl.parse(stage.store.directUrl(), Map.of());
            ConnectionFactory old = new Alterations(
                    new DriverConnections(url), "server_version_num", (column, answer) -> switch (column) {
                        case 1 -> THIRTEEN;
                        case 5 -> 0L;
                        default -> answer;
                    });
            Candidate candidate = stage.over(PostgresBackend.over(old, url.options(), url.shown(), BatonClock.system()))
                    .election(ELECTION)
                    .candidate(Stage.settings("only").build());
            candidate.start();
            awaitEpoch(candidate);
            assertThat(log.text())
                    .containsOnlyOnce("is PostgreSQL 13: before 14 the server does not end the session of a frozen")
                    .contains("WARN");
        }
    }

    @Test // PG-8, API-2
    void aJumpOfTheServersClockIsLoggedAndHasNoEffectOnLeadership() {
        AtomicInteger reads = new AtomicInteger();
        try (Stage stage = Stage.usual();
                Log log = new Log()) {
            PostgresUrl url = PostgresUrl.parse(stage.store.directUrl(), Map.of());
            long anHour = Duration.ofHours(1).toMillis();
            ConnectionFactory jumping = new Alterations(
                    new DriverConnections(url),
                    "RETURNING (extract(epoch FROM seen_at)",
                    (column, answer) -> reads.incrementAndGet() == 1 ? answer : (Long) answer - anHour);
            Candidate candidate = stage.over(
                            PostgresBackend.over(jumping, url.options(), url.shown(), BatonClock.system()))
                    .election(ELECTION)
                    .candidate(Stage.settings("only").build());
            List<CandidateEvent> events = Stage.events(candidate);
            candidate.start();
            long epoch = awaitEpoch(candidate);
            await("the jump is logged", () -> log.text().contains("jumped by -3"));
            int now = reads.get();
            await("and once is enough", () -> reads.get() > now);
            assertThat(log.text()).containsOnlyOnce("jumped by");
            assertThat(candidate.leadership().map(Leadership::epoch)).contains(epoch);
            assertThat(events).noneMatch(CandidateEvent.Lost.class::isInstance);
        }
    }
}
