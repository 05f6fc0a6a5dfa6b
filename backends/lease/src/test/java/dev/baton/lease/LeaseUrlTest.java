package dev.baton.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.BatonClock;
import dev.baton.CandidateSettings;
import dev.baton.spi.CandidateTiming;
import dev.baton.spi.FailoverTimes;
import dev.baton.store.ObjectStore;
import dev.baton.testkit.postgres.SecretUrls;
import java.time.Duration;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** URLs, and durations that cannot be safe. */
class LeaseUrlTest {

    @Test // LEASE-3
    void defaultLeaseLastsThirtySecondsAndIsRenewedEveryTen() {
        LeaseUrl url = LeaseUrl.parse("lease:sqlite:/var/lib/app/lease.db");
        assertThat(url.store()).isEqualTo("sqlite:/var/lib/app/lease.db");
        assertThat(url.options()).isEqualTo(new LeaseOptions(Duration.ofSeconds(30), Duration.ofSeconds(10)));
        assertThat(CandidateTiming.of(
                                CandidateSettings.defaults(), url.options().backendDefaults())
                        .renewInterval())
                .isEqualTo(Duration.ofSeconds(10));
    }

    @Test // LEASE-3
    void takesItsOwnParametersAndPassesTheOthersToTheDriver() {
        LeaseUrl url = LeaseUrl.parse("lease:postgres://me@db:5433/app?ttl=6s&sslmode=require&renew=500ms&schema=x");
        assertThat(url.store()).isEqualTo("postgres://me@db:5433/app?sslmode=require&schema=x");
        assertThat(url.options()).isEqualTo(new LeaseOptions(Duration.ofSeconds(6), Duration.ofMillis(500)));
        assertThat(LeaseUrl.parse("lease:sqlite:/x.db?ttl=1m").options().ttl()).isEqualTo(Duration.ofMinutes(1));
    }

    @Test // LEASE-3, API-10
    void refusesUnsafeTimingWithTheFormulaAndBothValues() {
        assertThatThrownBy(() -> new LeaseOptions(Duration.ofSeconds(30), Duration.ofMillis(14_250)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("2 * renew + margin < ttl", "30000 ms", "= 30000 ms");
        assertThat(new LeaseOptions(Duration.ofSeconds(30), Duration.ofMillis(14_249)))
                .isNotNull();
        assertThatThrownBy(() -> LeaseOptions.of(Duration.ofMillis(100))).hasMessageContaining("100 ms");
        assertThatThrownBy(() -> CandidateTiming.of(
                        CandidateSettings.builder()
                                .validity(Duration.ofSeconds(31))
                                .build(),
                        LeaseOptions.defaults().backendDefaults()))
                .hasMessageContainingAll("31000 ms", "30000 ms");
    }

    @Test
    void figureAfterAKillIsForTheHostThatTheStoreHas() {
        LeaseOptions options = LeaseOptions.defaults();
        CandidateTiming timing = CandidateTiming.of(CandidateSettings.defaults(), options.backendDefaults());
        FailoverTimes oneMachine = options.failover(timing, true);
        assertThat(oneMachine.kill()).isLessThan(oneMachine.freeze());
        assertThat(oneMachine.assumptions()).noneMatch(text -> text.contains("another host"));
        FailoverTimes anyHost = options.failover(timing, false);
        assertThat(anyHost.kill()).isEqualTo(anyHost.freeze());
        assertThat(anyHost.assumptions()).anyMatch(text -> text.contains("another host"));
    }

    @Test // LEASE-2
    void refusesOtherUrlsAndUnknownParametersWithTheForm() {
        for (String bad : new String[] {
            "lease:",
            "lease:sqlite:",
            "lease:mysql://x",
            "lease:sqlite:/x?colour=red",
            "lease:sqlite:/x?ttl=soon",
            "lease:postgres://h/d?sslmod=require"
        }) {
            assertThatThrownBy(() -> new LeaseBackendProvider().open(bad, BatonClock.system()))
                    .as(bad)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test // LEASE-2
    void misspeltParameterGetsSuggestionAndTheFormOfTheLease() {
        for (String url : new String[] {"lease:sqlite:x.db?tll=3s", "lease:postgres://h/d?tll=3s"}) {
            assertThatThrownBy(() -> LeaseUrl.parse(url))
                    .hasMessageContainingAll("tll", "did you mean ttl?", "the form is lease:sqlite:PATH");
        }
        assertThatThrownBy(() -> LeaseUrl.parse("lease:postgres://h/d?sslmod=require"))
                .hasMessageContainingAll("did you mean sslmode?", "the form is lease:");
    }

    @Test // LEASE-2
    void takesTheParametersOfMariadbsAndMysqlsDrivers() {
        LeaseUrl url = LeaseUrl.parse("lease:mariadb://me@db/app?ttl=6s&sslMode=verify-full");
        assertThat(url.store()).isEqualTo("mariadb://me@db/app?sslMode=verify-full");
        assertThat(url.options().ttl()).isEqualTo(Duration.ofSeconds(6));
        assertThat(LeaseUrl.parse("lease:mysql://me@db/app?sslMode=VERIFY_IDENTITY")
                        .store())
                .startsWith("mysql://");
        assertThatThrownBy(() -> LeaseUrl.parse("lease:mariadb://h/d?tll=3s"))
                .hasMessageContaining("did you mean ttl?");
        assertThatThrownBy(() -> LeaseUrl.parse("lease:mariadb://h/d?schema=x"))
                .hasMessageContaining("the parameter schema is not known");
    }

    @Test // LEASE-2
    void noErrorContainsPartOfAnyPassword() {
        long seed = new Random().nextLong();
        Stream.of(
                        SecretUrls.of(seed, 20_000),
                        SecretUrls.of(seed, 5_000, "mariadb"),
                        SecretUrls.of(seed, 5_000, "mysql"))
                .flatMap(examples -> examples)
                .forEach(example -> {
                    String printed;
                    try {
                        String store = LeaseUrl.parse("lease:" + example.url()).store();
                        try (ObjectStore opened = ObjectStore.open(store)) {
                            printed = opened.describe();
                        }
                    } catch (RuntimeException refused) {
                        printed = SecretUrls.messages(refused);
                    }
                    assertThat(example.leaksIn(printed))
                            .as("seed %d, %s: %s", seed, example.url(), printed)
                            .isEmpty();
                });
    }
}
