package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.internal.retry.FixedInterval;
import dev.baton.spi.BackendDefaults;
import dev.baton.spi.CandidateTiming;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class CandidateSettingsTest {
    private static final BackendDefaults STORE = new BackendDefaults(
            Duration.ofSeconds(10),
            Duration.ofSeconds(10),
            Duration.ofMillis(500),
            Duration.ofSeconds(5),
            Duration.ofMillis(500),
            new FixedInterval());

    @Test // API-10
    void defaultsComeFromStoreAndStopGraceIsTheRest() {
        CandidateTiming timing = timing(CandidateSettings.builder());
        assertThat(timing.validity()).isEqualTo(Duration.ofSeconds(10));
        assertThat(timing.renewInterval()).isEqualTo(Duration.ofSeconds(5));
        assertThat(timing.stopGrace()).isEqualTo(Duration.ofMillis(1500));
        assertThat(timing.slack()).isZero();
        assertThat(timing.drain()).isEqualTo(Duration.ofSeconds(10));
        assertThat(timing.reacquireDelay()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test // API-10
    void shorterValidityShortensDependentDurations() {
        CandidateTiming timing = timing(CandidateSettings.builder().validity(Duration.ofSeconds(2)));
        assertThat(timing.validity()).isEqualTo(Duration.ofSeconds(2));
        assertThat(timing.margin()).isEqualTo(Duration.ofMillis(100));
        assertThat(timing.requestTimeout()).isEqualTo(Duration.ofMillis(100));
        assertThat(timing.renewInterval()).isEqualTo(Duration.ofSeconds(1));
        assertThat(timing.stopGrace()).isEqualTo(Duration.ofMillis(300));
    }

    @Test // API-10
    void everyAllowedValidityHasASafeTiming() {
        assertThatThrownBy(() -> timing(CandidateSettings.builder().validity(Duration.ofMillis(10))))
                .hasMessageContaining("requestTimeout is 0.5 ms");
        for (int millis = 200; millis <= 10_000; millis++) {
            CandidateTiming timing = timing(CandidateSettings.builder().validity(Duration.ofMillis(millis)));
            assertThat(timing.slack().isNegative()).isFalse();
        }
    }

    @Test // API-10
    void givenStopGraceIsKeptAndShortensRenewInterval() {
        CandidateTiming timing = timing(CandidateSettings.builder().stopGrace(Duration.ofSeconds(6)));
        assertThat(timing.stopGrace()).isEqualTo(Duration.ofSeconds(6));
        assertThat(timing.renewInterval()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test // API-10
    void givenRenewIntervalIsKeptAndStopGraceIsTheRest() {
        CandidateTiming timing = timing(CandidateSettings.builder().renewInterval(Duration.ofSeconds(2)));
        assertThat(timing.renewInterval()).isEqualTo(Duration.ofSeconds(2));
        assertThat(timing.stopGrace()).isEqualTo(Duration.ofSeconds(5));
        assertThat(timing.slack()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test // API-10
    void refusesRenewIntervalAndStopGraceThatDoNotFitWithTheFormula() {
        CandidateSettingsBuilder settings = CandidateSettings.builder()
                .validity(Duration.ofSeconds(2))
                .renewInterval(Duration.ofSeconds(1))
                .stopGrace(Duration.ofSeconds(1));
        assertThatThrownBy(() -> timing(settings))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("unsafe timing: renewInterval + 2 * renewInterval/4 + requestTimeout + stopGrace + margin"
                        + " <= validity does not hold: 1000 + 2 * 250 + 100 + 1000 + 100 = 2700 ms,"
                        + " but validity is 2000 ms; shorten renewInterval or stopGrace, or lengthen validity");
    }

    @Test // API-10
    void refusesTooLongRenewInterval() {
        assertThatThrownBy(() -> timing(CandidateSettings.builder().renewInterval(Duration.ofSeconds(8))))
                .hasMessageContaining("8000 + 2 * 2000 + 500 + 250 + 500 = 13250 ms, but validity is 10000 ms");
    }

    @Test // API-10
    void refusesTooLongStopGrace() {
        assertThatThrownBy(() -> timing(CandidateSettings.builder().stopGrace(Duration.ofSeconds(10))))
                .hasMessageContaining("does not hold: 250 + 2 * 62 + 500 + 10000 + 500 = 11375 ms");
    }

    @Test // API-10
    void refusesValidityLongerThanClaimTimeoutWithBothValues() {
        assertThatThrownBy(() -> timing(CandidateSettings.builder().validity(Duration.ofSeconds(11))))
                .hasMessage("unsafe timing: validity <= claimTimeout does not hold: validity is 11000 ms,"
                        + " but this store frees the claim of an unresponsive leader after 10000 ms");
        assertThatThrownBy(() -> new BackendDefaults(
                        Duration.ofSeconds(3),
                        Duration.ofSeconds(2),
                        Duration.ZERO,
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(1),
                        new FixedInterval()))
                .hasMessage("unsafe timing: validity <= claimTimeout does not hold: validity is 3000 ms,"
                        + " but the store's claimTimeout is 2000 ms");
    }

    @Test // API-10
    void longStopGraceLengthensDrainUnlessGiven() {
        BackendDefaults slow = new BackendDefaults(
                Duration.ofSeconds(60),
                Duration.ofSeconds(60),
                Duration.ofMillis(500),
                Duration.ofSeconds(5),
                Duration.ofMillis(500),
                new FixedInterval());
        CandidateSettingsBuilder settings = CandidateSettings.builder().stopGrace(Duration.ofSeconds(20));
        assertThat(CandidateTiming.of(settings.build(), slow).drain()).isEqualTo(Duration.ofSeconds(20));
        settings.drain(Duration.ofSeconds(1));
        assertThat(CandidateTiming.of(settings.build(), slow).drain()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test // API-10
    void refusesInvalidDurationsByName() {
        assertThatThrownBy(() -> timing(CandidateSettings.builder().validity(Duration.ZERO)))
                .hasMessage("validity must be positive, but is 0 ms");
        assertThatThrownBy(() -> timing(CandidateSettings.builder().drain(Duration.ofMillis(-1))))
                .hasMessage("drain must not be negative, but is -1 ms");
        assertThatThrownBy(() -> timing(CandidateSettings.builder().reconnectGrace(Duration.ZERO)))
                .hasMessage("reconnectGrace must be positive, but is 0 ms; leave it out for none");
        assertThatThrownBy(() -> CandidateSettings.builder()
                        .healthInterval(Duration.ZERO)
                        .build())
                .hasMessage("healthInterval must be positive, but is 0 ms");
    }

    @Test // API-10
    void refusesDurationsAboveTenYearsAtConstructionWithBothValues() {
        Duration longest = Duration.ofDays(3650);
        for (Duration given :
                List.of(longest.plusNanos(1), Duration.ofNanos(Long.MAX_VALUE), Duration.ofSeconds(Long.MAX_VALUE))) {
            Map<String, UnaryOperator<CandidateSettingsBuilder>> calls = Map.of(
                    "healthInterval", builder -> builder.healthInterval(given),
                    "reconnectGrace", builder -> builder.reconnectGrace(given),
                    "validity", builder -> builder.validity(given),
                    "renewInterval", builder -> builder.renewInterval(given),
                    "stopGrace", builder -> builder.stopGrace(given),
                    "drain", builder -> builder.drain(given),
                    "reacquireDelay", builder -> builder.reacquireDelay(given));
            calls.forEach((name, call) -> assertThatThrownBy(
                            () -> call.apply(CandidateSettings.builder()).build())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(name + " must be at most 87600 h (ten years), but is " + given));
            assertThatThrownBy(() -> RetryStrategy.fixed(given))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("retry delay must be at most 87600 h (ten years), but is " + given);
        }
        assertThat(CandidateSettings.builder().drain(longest).build().drain()).contains(longest);
    }

    @Test // API-10
    void refusesNegativeDurationsAtConstruction() {
        Map<String, UnaryOperator<CandidateSettingsBuilder>> calls = Map.of(
                "validity must be positive", builder -> builder.validity(Duration.ofMillis(-3)),
                "renewInterval must be positive", builder -> builder.renewInterval(Duration.ofMillis(-3)),
                "stopGrace must not be negative", builder -> builder.stopGrace(Duration.ofMillis(-3)),
                "drain must not be negative", builder -> builder.drain(Duration.ofMillis(-3)),
                "reacquireDelay must not be negative", builder -> builder.reacquireDelay(Duration.ofMillis(-3)));
        calls.forEach((message, call) -> assertThatThrownBy(
                        () -> call.apply(CandidateSettings.builder()).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message + ", but is -3 ms"));
        assertThatThrownBy(() ->
                        CandidateSettings.builder().drain(Duration.ofNanos(-1)).build())
                .hasMessage("drain must not be negative, but is PT-0.000000001S");
        assertThatThrownBy(() -> CandidateSettings.builder()
                        .validity(Duration.ofSeconds(Long.MIN_VALUE))
                        .build())
                .hasMessageStartingWith("validity must be positive, but is PT-");
        assertThat(CandidateSettings.builder().drain(Duration.ZERO).build().drain())
                .contains(Duration.ZERO);
    }

    @Test // PG-2
    void autoReacquireIsOnAndGraceIsOffByDefault() {
        CandidateSettings defaults = CandidateSettings.defaults();
        assertThat(defaults.autoReacquire()).isTrue();
        assertThat(defaults.reconnectGrace()).isEmpty();
        assertThat(CandidateSettings.builder().url("http://here").build().url()).isEqualTo(Optional.of("http://here"));
    }

    private static CandidateTiming timing(CandidateSettingsBuilder settings) {
        return CandidateTiming.of(settings.build(), STORE);
    }
}
