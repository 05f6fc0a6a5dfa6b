package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.baton.Leadership;
import dev.baton.fence.Fence;
import dev.baton.fence.HighestSeenFence;
import dev.baton.fence.StaleEpochException;
import dev.baton.testkit.mariadb.MariadbTestServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Applications whose database is MariaDB, and that set nothing else. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class MariadbApplicationTest {
    private static final String PASSWORD = "p&ss w@rd?/%+";

    private final MariadbTestServer server = MariadbTestServer.shared();
    private final String database = server.newDatabase();
    private final List<ConfigurableApplicationContext> replicas = new ArrayList<>();

    @AfterEach
    void close() {
        replicas.forEach(ConfigurableApplicationContext::close);
        server.dropDatabase(database);
        server.run("mysql", "DROP USER IF EXISTS ann");
    }

    static class Reports {
        private final JdbcTemplate jdbc;

        Reports(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        @LeaderOnly("nightly")
        public Optional<Long> epoch() {
            return Leaderships.current().map(Leadership::epoch);
        }

        @LeaderOnly("nightly")
        @Transactional
        public Optional<Long> epochInTransaction() {
            return epoch();
        }

        @Transactional
        @Fenced("nightly")
        public void write(Runnable inside) {
            jdbc.update("INSERT INTO report VALUES (1)");
            inside.run();
        }

        /** The rollback removes the guard, as that of a deadlock does: the check before the commit takes it again. */
        @Transactional
        @Fenced("nightly")
        public void rollBackAndWriteAgain(Runnable between) {
            jdbc.execute((ConnectionCallback<Boolean>) connection -> {
                connection.rollback();
                return true;
            });
            between.run();
            jdbc.update("INSERT INTO report VALUES (3)");
        }

        @Transactional(propagation = Propagation.REQUIRES_NEW)
        @Fenced("nightly")
        public void writeApart() {
            jdbc.update("INSERT INTO report VALUES (2)");
        }
    }

    /** Counts transactions. Spring Boot adds it to the transaction manager. */
    static class Begins implements TransactionExecutionListener {
        private final AtomicInteger count = new AtomicInteger();

        int count() {
            return count.get();
        }

        @Override
        public void beforeBegin(TransactionExecution transaction) {
            count.incrementAndGet();
        }
    }

    private ConfigurableApplicationContext replica(String id) {
        ConfigurableApplicationContext started = TestApplication.start(
                List.of(
                        "spring.datasource.url=jdbc:mariadb://127.0.0.1:" + server.port() + "/" + database,
                        "spring.datasource.username=ann",
                        "spring.datasource.password=" + PASSWORD,
                        "spring.datasource.hikari.maximum-pool-size=2",
                        "spring.datasource.hikari.connection-init-sql=SET innodb_lock_wait_timeout = 1",
                        "spring.autoconfigure.exclude=" + TestApplication.JPA,
                        "baton.instance-id=" + id),
                Reports.class,
                Begins.class);
        replicas.add(started);
        return started;
    }

    private static void awaitLeader(ConfigurableApplicationContext replica) {
        await().atMost(Duration.ofSeconds(30))
                .until(() -> replica.getBean(BatonElections.class)
                        .candidate("nightly")
                        .isLeader());
    }

    private long reports() {
        return server.number(database, "SELECT count(*) FROM report");
    }

    private void createUser() {
        server.run(database, "CREATE TABLE report (entry int)");
        server.run("mysql", "CREATE USER ann IDENTIFIED BY '" + PASSWORD + "'");
        server.run("mysql", "GRANT ALL ON " + database + ".* TO ann");
    }

    @Test // API-1
    void replicasShareALeaseInTheirOwnDatabase() {
        createUser();
        ConfigurableApplicationContext anna = replica("anna");
        awaitLeader(anna);
        ConfigurableApplicationContext ben = replica("ben");
        assertThat(anna.getBean(BatonElections.class).baton().backend().describe())
                .startsWith("lease:mariadb://")
                .doesNotContain("w@rd");
        assertThat(anna.getBean(Reports.class).epoch()).contains(1L);
        assertThat(ben.getBean(Reports.class).epoch()).isEmpty();
        assertThat(anna.getBean(Reports.class).epochInTransaction()).contains(1L);
        assertThat(ben.getBean(Reports.class).epochInTransaction()).isEmpty();
        assertThat(anna.getBean(Begins.class).count()).isEqualTo(1);
        assertThat(ben.getBean(Begins.class).count())
                .as("transactions of a call that does not run")
                .isZero();
        anna.close();
        awaitLeader(ben);
        assertThat(ben.getBean(Reports.class).epoch()).contains(2L);
    }

    @Test // FENCE-2
    void formerLeaderCannotCommit() {
        createUser();
        ConfigurableApplicationContext only = replica("only");
        awaitLeader(only);
        Reports reports = only.getBean(Reports.class);
        assertThat(only.getBean(Fence.class)).isInstanceOf(HighestSeenFence.class);
        reports.write(() -> {});
        reports.writeApart();
        assertThat(reports()).isEqualTo(2);
        // A transaction inside of the guarded one would wait for its row.
        assertThatThrownBy(() -> reports.write(reports::writeApart))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("inside of a guarded one");
        reports.writeApart();
        assertThat(reports()).isEqualTo(3);

        server.run(database, "UPDATE baton_fence SET epoch = 9");
        assertThatThrownBy(() -> reports.write(() -> {})).isInstanceOf(StaleEpochException.class);
        assertThat(reports()).isEqualTo(3);

        server.run(database, "DROP TABLE baton_fence");
        assertThatThrownBy(() -> reports.write(() -> {})).isInstanceOf(DataAccessException.class);
        assertThat(reports()).isEqualTo(3);
    }

    @Test // FENCE-2
    void transactionWhoseCheckFailsIsRolledBack() throws SQLException {
        createUser();
        ConfigurableApplicationContext only = replica("only");
        awaitLeader(only);
        Reports reports = only.getBean(Reports.class);
        reports.rollBackAndWriteAgain(() -> {});
        assertThat(reports()).isEqualTo(1);
        try (Connection nextLeader = server.connect(database);
                Statement statement = nextLeader.createStatement()) {
            nextLeader.setAutoCommit(false);
            // The check waits for the row for longer than its limit.
            Throwable thrown = catchThrowable(() -> reports.rollBackAndWriteAgain(() -> raiseEpoch(statement)));
            assertThat(reports()).as("rows after %s", thrown).isEqualTo(1);
            assertThat(thrown).isInstanceOf(DataAccessException.class).hasMessageContaining("nightly");
            nextLeader.rollback();
        }
        reports.write(() -> {});
        assertThat(reports()).isEqualTo(2);
    }

    private static void raiseEpoch(Statement statement) {
        try {
            statement.execute("UPDATE baton_fence SET epoch = epoch + 1");
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
