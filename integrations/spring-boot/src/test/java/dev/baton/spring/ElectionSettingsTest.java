package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.CandidateSettingsBuilder;
import dev.baton.LeaderInfo;
import dev.baton.LiveCommands;
import dev.baton.RetryStrategy;
import dev.baton.WorkFailurePolicy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.annotation.Order;

/** How the properties of an election and the customizers become the settings of its candidate. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ElectionSettingsTest {

    /** Comes last, and keeps what the candidates receive. */
    @Order(2)
    static class Recorded implements CandidateCustomizer {
        private final Map<String, CandidateSettings> settings = new ConcurrentHashMap<>();

        @Override
        public void customize(String election, CandidateSettingsBuilder builder) {
            settings.put(election, builder.build());
        }

        CandidateSettings of(String election) {
            return Optional.ofNullable(settings.get(election)).orElseThrow();
        }
    }

    @Test
    void everyPropertyOfAnElectionReachesItsCandidate() {
        try (ConfigurableApplicationContext only = TestApplication.start(
                List.of(
                        "baton.url=" + TestApplication.newStore(),
                        "baton.instance-id=anna",
                        "baton.elections.nightly.priority=7",
                        "baton.elections.nightly.url=http://anna",
                        "baton.elections.nightly.health-interval=750ms",
                        "baton.elections.nightly.retry=exponential",
                        "baton.elections.nightly.retry-base=2s",
                        "baton.elections.nightly.retry-max=20s",
                        "baton.elections.nightly.auto-reacquire=false",
                        "baton.elections.nightly.reconnect-grace=4s",
                        "baton.elections.nightly.validity=9s",
                        "baton.elections.nightly.renew-interval=2s",
                        "baton.elections.nightly.stop-grace=1s",
                        "baton.elections.nightly.drain=3s",
                        "baton.elections.nightly.reacquire-delay=500ms",
                        "baton.elections.nightly.live-commands=ignore",
                        "baton.elections.nightly.on-work-failure=keep-leading"),
                Recorded.class)) {
            assertThat(only.getBean(Recorded.class).of("nightly"))
                    .isEqualTo(CandidateSettings.builder()
                            .instanceId("anna")
                            .priority(7)
                            .url("http://anna")
                            .healthInterval(Duration.ofMillis(750))
                            .retry(RetryStrategy.exponential(Duration.ofSeconds(2), Duration.ofSeconds(20), 2))
                            .autoReacquire(false)
                            .reconnectGrace(Duration.ofSeconds(4))
                            .validity(Duration.ofSeconds(9))
                            .renewInterval(Duration.ofSeconds(2))
                            .stopGrace(Duration.ofSeconds(1))
                            .drain(Duration.ofSeconds(3))
                            .reacquireDelay(Duration.ofMillis(500))
                            .liveCommands(LiveCommands.IGNORE)
                            .onWorkFailure(WorkFailurePolicy.KEEP_LEADING)
                            .build());
        }
    }

    private static void assertRefused(String property, String... parts) {
        assertThatThrownBy(() -> TestApplication.start(List.of("baton.url=" + TestApplication.newStore(), property))
                        .close())
                .satisfies(refused ->
                        assertThat(parts).allSatisfy(part -> assertThat(refused).hasStackTraceContaining(part)));
    }

    @Test
    void refusesNameOfAnElectionThatSpringWouldChange() {
        assertRefused(
                "spring.application.json={\"baton.elections.a:b.priority\": 3}",
                "baton.elections.a:b.priority would be a setting of election ab, not of a:b",
                "baton.elections[a:b]");
        assertRefused(
                "baton.elections.a.b.priority=3",
                "baton.elections.a.b.priority would be a setting of election a, not of a.b",
                "baton.elections[a.b]");
        try (ConfigurableApplicationContext only = TestApplication.start(List.of(
                "baton.url=" + TestApplication.newStore(),
                "spring.application.json={\"baton.elections[a:b].priority\": 3}",
                "baton.elections.Night_ly-1.priority=3"))) {
            assertThat(only.getBean(BatonElections.class).candidates())
                    .extracting(Candidate::election)
                    .containsExactly("Night_ly-1", "a:b");
        }
    }

    @Test
    void refusesDelaysOfTheRetryStrategyWithoutIt() {
        assertRefused(
                "baton.elections.nightly.retry-base=7s",
                "retry-base (7000 ms) and retry-max (not set) have no effect without retry");
        assertRefused("baton.elections.nightly.retry-max=9s", "retry-base (not set) and retry-max (9000 ms)");
    }

    @Test
    void retryStrategyHasDefaultDelays() {
        try (ConfigurableApplicationContext only = TestApplication.start(
                List.of("baton.url=" + TestApplication.newStore(), "baton.elections.nightly.retry=exponential"),
                Recorded.class)) {
            assertThat(only.getBean(Recorded.class).of("nightly").retry())
                    .contains(RetryStrategy.exponential(Duration.ofSeconds(1), Duration.ofSeconds(30), 2));
        }
    }

    @Test
    void textOfThePropertiesHasNoPassword() {
        BatonProperties properties = new BatonProperties(
                true,
                "postgres://ann:s3cret@db/app",
                BatonProperties.DatabaseMode.AUTO,
                "anna",
                Duration.ofSeconds(20),
                Map.of());
        assertThat(properties.toString())
                .contains("postgres://ann:***@db/app", "anna", "PT20S")
                .doesNotContain("s3cret");
    }

    /** Changes one of two elections. */
    @Order(1)
    static class PublishedUrl implements CandidateCustomizer {
        @Override
        public void customize(String election, CandidateSettingsBuilder builder) {
            if (election.equals("a.b")) {
                builder.url("http://customized");
            }
        }
    }

    static class Injected {
        private final Candidate candidate;

        Injected(@Qualifier("a.b") Candidate candidate) {
            this.candidate = candidate;
        }

        Candidate candidate() {
            return candidate;
        }
    }

    @Test
    void customizerComesAfterThePropertiesOfAnElectionWithADotInItsName() {
        try (ConfigurableApplicationContext only = TestApplication.start(
                List.of(
                        "baton.url=" + TestApplication.newStore(),
                        "baton.elections[a.b].priority=3",
                        "baton.elections[a.b].url=http://configured",
                        "baton.elections.nightly.url=http://configured"),
                PublishedUrl.class,
                Recorded.class,
                Injected.class)) {
            BatonElections elections = only.getBean(BatonElections.class);
            assertThat(elections.candidates()).extracting(Candidate::election).containsExactly("a.b", "nightly");
            Candidate dotted = only.getBean(Injected.class).candidate();
            assertThat(dotted).isSameAs(elections.candidate("a.b"));
            assertThat(only.getBean(Recorded.class).of("a.b").priority()).isEqualTo(3);
            await().until(() -> elections.candidates().stream().allMatch(Candidate::isLeader));
            assertThat(url(elections, "a.b")).isEqualTo("http://customized");
            assertThat(url(elections, "nightly")).isEqualTo("http://configured");
        }
    }

    private static String url(BatonElections elections, String election) {
        return elections
                .baton()
                .election(election)
                .leader()
                .flatMap(LeaderInfo::url)
                .orElse("none");
    }
}
