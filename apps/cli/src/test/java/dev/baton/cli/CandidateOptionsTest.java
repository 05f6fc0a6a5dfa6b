package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.CandidateSettings;
import dev.baton.CandidateSettingsBuilder;
import dev.baton.RetryStrategy;
import dev.baton.spi.BackendDefaults;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CandidateOptionsTest {

    @Test
    void stopGraceIsFiveSecondsOrWhatFits() {
        assertThat(CandidateOptions.fit(CandidateSettings.builder(), store(30_000))
                        .stopGrace())
                .contains(Duration.ofSeconds(5));
        BackendDefaults quick = store(1000);
        CandidateSettings fitted = CandidateOptions.fit(CandidateSettings.builder(), quick);
        assertThat(fitted.stopGrace().orElseThrow()).isBetween(Duration.ofMillis(25), Duration.ofMillis(700));
        assertThat(CandidateOptions.check(fitted, quick).stopGrace())
                .isEqualTo(fitted.stopGrace().orElseThrow());
    }

    @Test
    void givenStopGraceStays() {
        CandidateSettingsBuilder given = CandidateSettings.builder().stopGrace(Duration.ofSeconds(9));
        CandidateSettings fitted = CandidateOptions.fit(given, store(1000));
        assertThat(fitted.stopGrace()).contains(Duration.ofSeconds(9));
        assertThat(fitted.drain()).contains(Duration.ofSeconds(13));
    }

    private static BackendDefaults store(long millis) {
        Duration validity = Duration.ofMillis(millis);
        return new BackendDefaults(
                validity,
                validity,
                validity.dividedBy(20),
                validity.dividedBy(6),
                validity.dividedBy(10),
                RetryStrategy.fixed(Duration.ofSeconds(1)));
    }
}
