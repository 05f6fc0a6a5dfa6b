package dev.baton.spring.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.baton.Candidate;
import dev.baton.LeadershipLostException;
import dev.baton.fence.StaleEpochException;
import dev.baton.spring.BatonElections;
import dev.baton.spring.Fenced;
import dev.baton.testkit.mariadb.MariadbTestServer;
import dev.baton.testkit.postgres.PostgresTestServer;
import dev.baton.testkit.postgres.TestServers;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import jakarta.persistence.PersistenceContext;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Guarded transactions of Hibernate, which writes only after the last check before the commit. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class JpaTransactionsTest {

    @Entity(name = "ledger")
    static class Entry {
        @Id
        private int entry;

        Entry() {}

        Entry(int entry) {
            this.entry = entry;
        }
    }

    static class Ledger {
        @PersistenceContext
        private EntityManager entities;

        @Transactional
        @Fenced("nightly")
        public void write(int entry, Runnable beforeCommit) {
            entities.persist(new Entry(entry));
            beforeCommit.run();
        }

        @Transactional(propagation = Propagation.REQUIRES_NEW)
        @Fenced("nightly")
        public void writeApart(int entry, Runnable beforeCommit) {
            entities.persist(new Entry(entry));
            beforeCommit.run();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EntityScan(basePackageClasses = JpaTransactionsTest.class)
    @Import(Ledger.class)
    static class Application {}

    private static ConfigurableApplicationContext start(String url, String user) {
        ConfigurableApplicationContext started = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .run(
                        "--spring.datasource.url=" + url,
                        "--spring.datasource.username=" + user,
                        "--spring.datasource.hikari.maximum-pool-size=3",
                        "--spring.main.banner-mode=off",
                        "--logging.level.root=WARN");
        assertThat(SpringBootVersion.getVersion()).startsWith("4.");
        assertThat(started.getBean(JpaTransactionManager.class)).isNotNull();
        await().atMost(Duration.ofSeconds(60)).until(() -> candidate(started).isLeader());
        return started;
    }

    private static Candidate candidate(ConfigurableApplicationContext application) {
        return application.getBean(BatonElections.class).candidate("nightly");
    }

    @Test // FENCE-2
    void formerLeaderCommitsNeitherTheOuterNorTheNewTransaction() {
        PostgresTestServer server = TestServers.newest();
        String database = server.newDatabase();
        server.run(database, "CREATE TABLE ledger (entry int PRIMARY KEY)");
        LongSupplier entries = () -> server.number(database, "SELECT count(*) FROM ledger");
        try (ConfigurableApplicationContext application =
                start("jdbc:postgresql://localhost:" + server.port() + "/" + database, "postgres")) {
            Ledger ledger = application.getBean(Ledger.class);
            Candidate candidate = candidate(application);
            Runnable loseLeadership = () -> candidate.stop(Duration.ofSeconds(10));
            ledger.write(1, () -> ledger.writeApart(2, () -> {}));
            assertThat(entries.getAsLong()).isEqualTo(2);

            // The new transaction commits; the outer one ends after the leadership.
            assertThatThrownBy(() -> ledger.write(3, () -> {
                        ledger.writeApart(4, () -> {});
                        loseLeadership.run();
                    }))
                    .isInstanceOf(LeadershipLostException.class);
            assertThat(server.number(database, "SELECT max(entry) FROM ledger")).isEqualTo(4);
            assertThat(entries.getAsLong()).isEqualTo(3);

            candidate.start();
            await().atMost(Duration.ofSeconds(60)).until(candidate::isLeader);
            assertThatThrownBy(() -> ledger.write(5, () -> ledger.writeApart(6, loseLeadership)))
                    .isInstanceOf(LeadershipLostException.class);
            assertThat(entries.getAsLong()).isEqualTo(3);

            // No refused transaction kept a connection of the pool.
            candidate.start();
            await().atMost(Duration.ofSeconds(60)).until(candidate::isLeader);
            ledger.write(7, () -> ledger.writeApart(8, () -> {}));
            assertThat(entries.getAsLong()).isEqualTo(5);
        } finally {
            server.dropDatabase(database);
        }
    }

    @Test // FENCE-2
    void formerLeaderCannotCommitOnMariadb() {
        MariadbTestServer server = MariadbTestServer.shared();
        String database = server.newDatabase();
        server.run(database, "CREATE TABLE ledger (entry int PRIMARY KEY)");
        String url = "jdbc:mariadb://127.0.0.1:" + server.port() + "/" + database;
        try (ConfigurableApplicationContext application = start(url, MariadbTestServer.USER)) {
            Ledger ledger = application.getBean(Ledger.class);
            ledger.write(1, () -> {});
            assertThatThrownBy(() -> ledger.write(2, () -> ledger.writeApart(3, () -> {})))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("inside of a guarded one");
            server.run(database, "UPDATE baton_fence SET epoch = 9");
            assertThatThrownBy(() -> ledger.writeApart(4, () -> {})).isInstanceOf(StaleEpochException.class);
            assertThat(server.number(database, "SELECT count(*) FROM ledger")).isEqualTo(1);
        } finally {
            server.dropDatabase(database);
        }
    }
}
