package dev.baton.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.spi.CandidateTiming;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Renewals that share a request and have different time limits. */
class RenewalTimeLimitTest {
    private static final Duration RENEW_INTERVAL = Duration.ofMillis(200);

    private final ElectionFixture fixture = new ElectionFixture();
    private final ControlledBackend backend = new ControlledBackend(fixture.store.open(fixture.time));
    private final Baton baton = fixture.over(backend);

    private static CandidateSettings settings(Duration validity) {
        return CandidateSettings.builder()
                .validity(validity)
                .renewInterval(RENEW_INTERVAL)
                .stopGrace(Duration.ZERO)
                .build();
    }

    @Test // API-4
    void shortLimitOfOneCandidateDoesNotShortenThatOfAnother() {
        CandidateSettings quick = settings(Duration.ofSeconds(1));
        CandidateSettings patient = settings(Duration.ofSeconds(10));
        Duration shortLimit = CandidateTiming.of(quick, backend.defaults()).requestTimeout();
        Duration longLimit = CandidateTiming.of(patient, backend.defaults()).requestTimeout();
        assertThat(shortLimit).isLessThan(longLimit);
        Candidate first = baton.election("nightly").candidate(quick);
        Candidate second = baton.election("weekly").candidate(patient);
        first.start();
        second.start();
        fixture.millis(1);
        assertThat(first.isLeader() && second.isLeader()).isTrue();
        backend.neverReplies = true;
        fixture.time.advance(RENEW_INTERVAL.plus(shortLimit).plusMillis(1));
        assertThat(backend.renewals).as("claims in each request").startsWith(2);
        assertThat(first.renewals().count()).as("reported late").isPositive();
        assertThat(second.renewals().count()).as("still awaited").isZero();
        fixture.time.advance(longLimit.minus(shortLimit));
        assertThat(second.renewals().longest()).isEqualTo(longLimit);
    }
}
