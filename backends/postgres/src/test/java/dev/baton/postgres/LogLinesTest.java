package dev.baton.postgres;

import static dev.baton.postgres.PostgresFixture.await;
import static dev.baton.postgres.PostgresFixture.awaitEpoch;
import static dev.baton.postgres.PostgresFixture.events;
import static dev.baton.postgres.PostgresFixture.settings;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.ConnectionException;
import dev.baton.spi.AdvisoryKeys;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The lines that a leader logs, with the keys of its lock. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class LogLinesTest {
    private static final AdvisoryKeys KEYS = AdvisoryKeys.of(PostgresFixture.ELECTION);
    private static final String IDENTITY = " election=stage key1=" + KEYS.key1() + " key2=" + KEYS.key2();

    @Test // PG-9
    void endedSessionIsFailedHealthCheckAndErrorBeforeTheLoss() {
        try (PostgresFixture fixture = PostgresFixture.onNewest();
                CapturedLog log = new CapturedLog()) {
            Candidate candidate = fixture.candidate("only");
            List<CandidateEvent> events = events(candidate);
            candidate.start();
            long epoch = awaitEpoch(candidate);
            fixture.terminate("lock");
            await("the loss was reported", () -> events.stream().anyMatch(CandidateEvent.Lost.class::isInstance));
            CandidateEvent.ErrorRaised error = (CandidateEvent.ErrorRaised) events.stream()
                    .filter(event -> !(event instanceof CandidateEvent.StateChanged))
                    .skip(1)
                    .findFirst()
                    .orElseThrow();
            assertThat(error.cause()).isInstanceOf(ConnectionException.class).hasMessageContaining("stage");
            assertThat(log.text())
                    .contains("lock_acquired epoch=" + epoch + " attempt=1" + IDENTITY)
                    .containsPattern("WARN.* health_check_failed error=\".*administrator command.*\"" + IDENTITY);
        }
    }

    @Test // PG-7, PG-9
    void recoveryWithinTheGraceIsLoggedWithItsEpoch() {
        try (PostgresFixture fixture = PostgresFixture.onNewest();
                CapturedLog log = new CapturedLog()) {
            Candidate candidate = fixture.candidate(settings("only").reconnectGrace(Duration.ofSeconds(20)));
            candidate.start();
            long epoch = awaitEpoch(candidate);
            fixture.terminate("lock");
            await("recovered", () -> log.text().contains("leadership_recovered epoch=" + epoch + IDENTITY));
            assertThat(log.text()).contains("health_check_failed error=").doesNotContain("reason=session_closed");
            assertThat(awaitEpoch(candidate)).isEqualTo(epoch);
        }
    }
}
