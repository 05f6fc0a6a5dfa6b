package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Candidate;
import dev.baton.LeadershipLostException;
import dev.baton.testkit.postgres.PostgresTestServer;
import dev.baton.testkit.postgres.TestServers;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import jakarta.persistence.PersistenceContext;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
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
        private final JdbcTemplate jdbc;

        @PersistenceContext
        @SuppressWarnings("NullAway.Init")
        private EntityManager entities;

        JpaLedger(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        /** The rollback removes the guard: the check before the commit takes it again. */
        @Transactional
        @Fenced("nightly")
        public void rollBackAndWrite(int entry, Runnable between) {
            jdbc.execute((ConnectionCallback<Boolean>) connection -> {
                connection.rollback();
                return true;
            });
            between.run();
            entities.persist(new Entry(entry));
        }

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

    @Test // FENCE-2
    void transactionWhoseCheckFailsReturnsItsConnection() throws SQLException {
        PostgresTestServer server = TestServers.newest();
        String database = server.newDatabase();
        server.run(database, "CREATE TABLE ledger (entry int PRIMARY KEY)");
        try (ConfigurableApplicationContext application = TestApplication.start(
                List.of(
                        "spring.datasource.url=jdbc:postgresql://localhost:" + server.port() + "/" + database,
                        "spring.datasource.username=postgres",
                        "spring.datasource.hikari.maximum-pool-size=2",
                        "spring.datasource.hikari.connection-init-sql=SET lock_timeout = '1s'",
                        "baton.url=" + TestApplication.newStore()),
                JpaLedger.class)) {
            Candidate candidate = application.getBean(BatonElections.class).candidate("nightly");
            await().atMost(Duration.ofSeconds(30)).until(candidate::isLeader);
            JpaLedger ledger = application.getBean(JpaLedger.class);
            ledger.rollBackAndWrite(1, () -> {});
            try (Connection nextLeader = server.connect(database);
                    Statement statement = nextLeader.createStatement()) {
                nextLeader.setAutoCommit(false);
                // The check waits for the row for longer than its limit.
                assertThatThrownBy(() -> ledger.rollBackAndWrite(2, () -> raiseEpoch(statement)))
                        .isInstanceOf(DataAccessException.class);
                nextLeader.rollback();
            }
            assertThat(application
                            .getBean(HikariDataSource.class)
                            .getHikariPoolMXBean()
                            .getActiveConnections())
                    .isZero();
            ledger.write(3, () -> {});
            assertThat(server.number(database, "SELECT sum(entry) FROM ledger")).isEqualTo(4);
        } finally {
            server.dropDatabase(database);
        }
    }

    private static void raiseEpoch(Statement statement) {
        try {
            statement.execute("UPDATE baton_fence SET epoch = epoch + 1");
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
