package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.baton.Candidate;
import dev.baton.LeadershipLostException;
import dev.baton.testkit.postgres.PostgresTestServer;
import dev.baton.testkit.postgres.TestServers;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import jakarta.persistence.PersistenceContext;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.transaction.annotation.Transactional;

/** Guarded transactions of Hibernate, which writes only after the last check before the commit. */
@Tag("proof")
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class JpaFencedTest {

    @Entity(name = "ledger")
    static class Entry {
        @Id
        private int entry;

        Entry() {}

        Entry(int entry) {
            this.entry = entry;
        }
    }

    static class JpaLedger {
        @PersistenceContext
        @SuppressWarnings("NullAway.Init")
        private EntityManager entities;

        @Transactional
        @Fenced("nightly")
        public void write(int entry, Runnable beforeCommit) {
            entities.persist(new Entry(entry));
            beforeCommit.run();
        }
    }

    @Test // FENCE-2
    void hibernateDoesNotCommitForAFormerLeader() {
        PostgresTestServer server = TestServers.newest();
        String database = server.newDatabase();
        server.run(database, "CREATE TABLE ledger (entry int PRIMARY KEY)");
        try (ConfigurableApplicationContext application = TestApplication.start(
                List.of(
                        "spring.datasource.url=jdbc:postgresql://localhost:" + server.port() + "/" + database,
                        "spring.datasource.username=postgres"),
                JpaLedger.class)) {
            assertThat(application.getBean(JpaTransactionManager.class)).isNotNull();
            Candidate candidate = application.getBean(BatonElections.class).candidate("nightly");
            await().atMost(Duration.ofSeconds(30)).until(candidate::isLeader);
            JpaLedger ledger = application.getBean(JpaLedger.class);
            ledger.write(1, () -> {});
            assertThatThrownBy(() -> ledger.write(2, () -> candidate.stop(Duration.ofSeconds(10))))
                    .isInstanceOf(LeadershipLostException.class);
            assertThat(server.number(database, "SELECT count(*) FROM ledger")).isEqualTo(1);
        } finally {
            server.dropDatabase(database);
        }
    }
}
