package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.Gate;
import dev.baton.LeadershipLostException;
import dev.baton.fence.Fence;
import dev.baton.testkit.postgres.PostgresTestServer;
import dev.baton.testkit.postgres.TestServers;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.actuate.health.Status;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;

/** Applications with {@code baton.enabled=false}. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class DisabledApplicationTest {

    static class Reports {
        @LeaderOnly("nightly")
        public Optional<Long> epoch() {
            return Leaderships.current().map(leadership -> leadership.epoch());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"false", "off", "no", "0", "FALSE"})
    void everySpellingOfFalseDisables(String value) {
        // Without a store: none is needed.
        try (ConfigurableApplicationContext disabled =
                TestApplication.start(List.of("baton.enabled=" + value), Reports.class)) {
            BatonElections elections = disabled.getBean(BatonElections.class);
            assertThat(elections.baton().backend().isEnabled()).isFalse();
            assertThat(elections.candidate("nightly").isLeader()).isFalse();
            assertThat(disabled.getBean(Reports.class).epoch()).isEmpty();
        }
    }

    /** What an application may inject. */
    record Injected(
            BatonElections elections,
            Baton baton,
            Fence fence,
            @Qualifier("nightly") Candidate candidate,
            @Qualifier("nightly") Gate gate) {}

    @Test
    void everyBeanCanBeInjectedAndNeverLeads() {
        try (ConfigurableApplicationContext disabled = TestApplication.start(
                List.of(
                        "baton.enabled=false",
                        // Durations depend on the store, and there is none.
                        "baton.elections.nightly.renew-interval=2h"),
                Injected.class)) {
            Injected injected = disabled.getBean(Injected.class);
            injected.elections().candidate("orders").whileLeading(leadership -> {});
            injected.candidate().start();
            assertThat(injected.candidate().isLeader()).isFalse();
            assertThat(injected.gate().tryRun(leadership -> {})).isFalse();
            assertThat(injected.baton().elections()).isEmpty();
            assertThat(injected.baton().election("nightly").leader()).isEmpty();
            assertThatThrownBy(() -> injected.elections().leadership("nightly"))
                    .isInstanceOf(LeadershipLostException.class)
                    .hasMessageContaining("baton.enabled is false");
            assertThat(disabled.getBean("batonHealthIndicator", HealthIndicator.class)
                            .health()
                            .getStatus())
                    .isEqualTo(Status.UP);
        }
    }

    @Test
    void connectionOfTheApplicationIsNotUsed() {
        try (ConfigurableApplicationContext disabled =
                TestApplication.start(List.of("baton.enabled=false"), VirtualConnection.class, Reports.class)) {
            Baton own = disabled.getBean(Baton.class);
            Baton used = disabled.getBean(BatonElections.class).baton();
            assertThat(own.backend().isEnabled()).isTrue();
            assertThat(used.backend().isEnabled()).isFalse();
            assertThat(disabled.getBean(Reports.class).epoch()).isEmpty();
        }
    }

    static class NotTransactional {
        @Fenced("nightly")
        public void write() {}
    }

    @Test // FENCE-2
    void startStillChecksFencedMethods() {
        assertThatThrownBy(() -> TestApplication.start(List.of("baton.enabled=false"), NotTransactional.class)
                        .close())
                .hasMessageContaining("NotTransactional.write is @Fenced without a transaction");
    }

    static class Ledger {
        private final JdbcTemplate jdbc;

        Ledger(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        @Transactional
        @Fenced("nightly")
        public void write() {
            jdbc.update("INSERT INTO ledger VALUES (1)");
        }
    }

    @Test // FENCE-2
    void fencedMethodDoesNotWrite() {
        PostgresTestServer server = TestServers.newest();
        String database = server.newDatabase();
        server.run(database, "CREATE TABLE ledger (entry int)");
        try (ConfigurableApplicationContext disabled = TestApplication.start(
                List.of(
                        "spring.datasource.url=jdbc:postgresql://localhost:" + server.port() + "/" + database,
                        "spring.datasource.username=postgres",
                        "spring.autoconfigure.exclude=" + TestApplication.JPA,
                        "baton.enabled=false"),
                Ledger.class)) {
            Ledger ledger = disabled.getBean(Ledger.class);
            assertThatThrownBy(ledger::write).isInstanceOf(LeadershipLostException.class);
            assertThat(server.number(database, "SELECT count(*) FROM ledger")).isZero();
            assertThat(server.number(database, "SELECT count(*) FROM pg_tables WHERE tablename LIKE 'baton%'"))
                    .as("tables of Baton")
                    .isZero();
        } finally {
            server.dropDatabase(database);
        }
    }
}
