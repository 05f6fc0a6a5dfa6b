package dev.baton.fence;

import static dev.baton.fence.TestDatabase.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.BatonException;
import dev.baton.testkit.mariadb.MariadbTestServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The highest-seen fence on MariaDB (FENCE-2). */
class MariadbHighestSeenTest extends HighestSeenContract {
    /** The statement of release 0.1, which must never change. */
    private static final String OLD_TABLE =
            "CREATE TABLE baton_fence" + " (election varchar(128) NOT NULL PRIMARY KEY, epoch bigint NOT NULL)";

    final MariadbTestServer server = MariadbTestServer.shared();
    final String database = server.newDatabase();

    @BeforeEach
    void create() {
        server.run(database, "CREATE TABLE entries (writer bigint, note text)");
        server.run(database, "CREATE TABLE ordered (position bigint, writer bigint)");
    }

    @AfterEach
    void drop() {
        server.dropDatabase(database);
    }

    /** Returns the parameters of the driver. */
    String parameters() {
        return "";
    }

    DataSource source(String user) {
        return new UrlDataSource(
                "jdbc:mariadb://127.0.0.1:" + server.port() + "/" + database + "?user=" + user + parameters());
    }

    @Override
    DataSource source() {
        return source(MariadbTestServer.USER);
    }

    private long entries(long writer) {
        return server.number(database, "SELECT count(*) FROM entries WHERE writer = " + writer);
    }

    @Test // FENCE-2
    void namesInOtherLettersAreOtherElections() throws SQLException {
        fence.inTransaction(source(), FixedLeadership.of("Nightly", 9), entry(9));
        fence.inTransaction(source(), FixedLeadership.of("nightly", 2), entry(2));
        assertThat(entries(2)).isEqualTo(1);
        assertThat(fence.memory(source()).raise("NIGHTLY", 1)).hasValue(1);
    }

    @Test // FENCE-2
    void tableOf01WhoseNamesAreCaseInsensitiveIsChanged() throws SQLException {
        server.run(database, OLD_TABLE);
        server.run(database, "INSERT INTO baton_fence VALUES ('Nightly', 9)");
        try (Connection connection = source().getConnection()) {
            connection.setAutoCommit(false);
            assertThatThrownBy(() -> fence.guard(connection, FixedLeadership.of("nightly", 2)))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("prepare");
            connection.rollback();
        }
        fence.inTransaction(source(), FixedLeadership.of("nightly", 2), entry(2));
        assertThat(entries(2)).isEqualTo(1);
        assertThatThrownBy(() -> fence.inTransaction(source(), FixedLeadership.of("Nightly", 8), entry(8)))
                .isInstanceOf(StaleEpochException.class);
        assertThat(server.number(database, "SELECT epoch FROM baton_fence WHERE election = 'Nightly'"))
                .isEqualTo(9);
    }

    @ParameterizedTest // FENCE-2
    @ValueSource(booleans = {true, false})
    void firstGuardsOfManyElectionsAtOnceSucceed(boolean own) throws Exception {
        fence.prepare(source());
        int writers = 8;
        CyclicBarrier together = new CyclicBarrier(writers);
        ExecutorService threads = Executors.newFixedThreadPool(writers);
        List<Future<Integer>> all = new ArrayList<>();
        for (int i = 0; i < writers; i++) {
            all.add(threads.submit(() -> {
                int written = 0;
                for (int round = 0; round < 15; round++) {
                    together.await();
                    FixedLeadership leader = FixedLeadership.of("election" + round, 1);
                    written += own ? fence.inTransaction(source(), leader, entry(1)) : guarded(leader);
                }
                return written;
            }));
        }
        for (Future<Integer> one : all) {
            assertThat(one.get()).isEqualTo(15);
        }
        threads.shutdown();
    }

    private int guarded(FixedLeadership leader) throws SQLException {
        try (Connection connection = source().getConnection()) {
            connection.setAutoCommit(false);
            fence.guard(connection, leader);
            int written = entry(1).run(connection);
            connection.commit();
            return written;
        }
    }

    @ParameterizedTest // FENCE-2
    @ValueSource(
            ints = {
                Connection.TRANSACTION_READ_COMMITTED,
                Connection.TRANSACTION_REPEATABLE_READ,
                Connection.TRANSACTION_SERIALIZABLE
            })
    void oldSnapshotDoesNotAdmitOlderLeader(int isolation) throws SQLException {
        fence.inTransaction(source(), FixedLeadership.of("nightly", 1), entry(1));
        try (Connection connection = new IsolatedDataSource(source(), isolation).getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.executeQuery("SELECT * FROM ordered").close();
            fence.inTransaction(source(), FixedLeadership.of("nightly", 2), entry(2));
            assertThatThrownBy(() -> fence.guard(connection, FixedLeadership.of("nightly", 1)))
                    .isInstanceOf(StaleEpochException.class);
            connection.rollback();
        }
        assertThat(entries(1)).isEqualTo(1);
    }

    @Test // FENCE-2
    void serverThatRefusesOldSnapshotsIsExplained() throws SQLException {
        fence.inTransaction(source(), FixedLeadership.of("nightly", 1), entry(1));
        try (Connection connection = source().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION innodb_snapshot_isolation = ON");
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            connection.setAutoCommit(false);
            statement.executeQuery("SELECT * FROM ordered").close();
            fence.inTransaction(source(), FixedLeadership.of("nightly", 2), entry(2));
            assertThatThrownBy(() -> fence.guard(connection, FixedLeadership.of("nightly", 1)))
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            refused -> assertThat(fence.staleness(source(), FixedLeadership.of("nightly", 1), refused))
                                    .isPresent());
            connection.rollback();
        }
    }

    @Test // FENCE-2
    void frozenTransactionIsEndedAfterItsValidity() throws SQLException {
        FixedLeadership brief = new FixedLeadership("nightly", 1, Duration.ofMillis(300));
        assertThatThrownBy(() -> fence.inTransaction(source(), brief, connection -> {
                    entry(1).run(connection);
                    // Waits for the row lock of the outer transaction, until the server ends that transaction.
                    return fence.inTransaction(source(), FixedLeadership.of("nightly", 2), entry(2));
                }))
                // The server closes the connection without a reason, so that the commit fails with any driver's error.
                .isInstanceOf(SQLException.class);
        assertThat(entries(1)).isZero();
        assertThat(entries(2)).isEqualTo(1);
    }

    @Test // FENCE-2
    void limitOfTheSessionIsRestored() throws SQLException {
        fence.prepare(source());
        try (Connection kept = source().getConnection();
                Statement statement = kept.createStatement()) {
            statement.execute("SET SESSION idle_transaction_timeout = 77, wait_timeout = 777");
            DataSource pool = InterceptedDataSource.source(InterceptedDataSource.connection(kept, "close", real -> {}));
            fence.inTransaction(pool, FixedLeadership.of("nightly", 1), entry(1));
            assertThatThrownBy(() -> fence.inTransaction(pool, FixedLeadership.of("nightly", 1), connection -> {
                        throw new IllegalStateException("the work failed");
                    }))
                    .isInstanceOf(IllegalStateException.class);
            try (var row = statement.executeQuery("SELECT @@idle_transaction_timeout, @@wait_timeout")) {
                row.next();
                assertThat(row.getInt(1)).isEqualTo(77);
                assertThat(row.getInt(2)).isEqualTo(777);
            }
        }
    }

    @ParameterizedTest // FENCE-2
    @ValueSource(
            strings = {
                "CREATE TABLE made (n int)",
                "TRUNCATE ordered",
                "SET PASSWORD = ''",
                "SET autocommit = 1",
                "SET `autocommit` = 1",
                "SET NAMES utf8mb4, @@session.sql_notes=1, autocommit=1",
                "SET STATEMENT max_statement_time=9 FOR COMMIT",
                "SET STATEMENT max_statement_time=LENGTH(SUBSTRING('ab' FROM 1 FOR 1)) FOR COMMIT",
                "SELECT 5--1; COMMIT",
                "SELECT 1 # note\n; COMMIT",
                "SELECT 'it\\'s'; COMMIT; SELECT ''",
                "SELECT \"it\\\"s\"; COMMIT; SELECT \"\"",
                "/*!50000 COMMIT */",
                "SELECT /*M! 1 */*2; COMMIT",
                "EXECUTE IMMEDIATE 'COMMIT'",
                "REPEAT COMMIT; UNTIL 1 END REPEAT",
                "BACKUP STAGE START"
            })
    void refusesWhatCommitsHere(String sql) throws SQLException {
        fence.prepare(source());
        assertThatThrownBy(() -> fence.inTransaction(source(), FixedLeadership.of("nightly", 1), connection -> {
                    entry(1).run(connection);
                    return connection.createStatement().execute(sql);
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(entries(1)).isZero();
    }

    @Test // FENCE-2
    void temporaryTablesAreAccepted() throws SQLException {
        fence.inTransaction(source(), FixedLeadership.of("nightly", 1), connection -> {
            connection.createStatement().execute("CREATE TEMPORARY TABLE `made` (n int) -- commit");
            return entry(1).run(connection);
        });
        assertThat(entries(1)).isEqualTo(1);
    }

    @ParameterizedTest // FENCE-2
    @ValueSource(booleans = {true, false})
    void workThatGoesOnAfterTheServerRolledBackIsNotCommitted(boolean writesAgain) throws SQLException {
        fence.prepare(source());
        server.run(database, "INSERT INTO ordered VALUES (1, 0)");
        try (Connection kept = source().getConnection();
                Statement setting = kept.createStatement()) {
            setting.execute("SET SESSION innodb_snapshot_isolation = ON");
            kept.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            assertThatThrownBy(() -> fence.inTransaction(
                            InterceptedDataSource.source(kept), FixedLeadership.of("nightly", 1), connection -> {
                                entry(1).run(connection);
                                loseTheTransaction(connection);
                                fence.inTransaction(source(), FixedLeadership.of("nightly", 2), entry(2));
                                return writesAgain ? entry(1).run(connection) : 0;
                            }))
                    .isInstanceOfAny(IllegalStateException.class, StaleEpochException.class);
        }
        assertThat(entries(1)).isZero();
        assertThat(entries(2)).isEqualTo(1);
    }

    /** The server refuses to change a row that has changed since the first read, and rolls back. */
    private void loseTheTransaction(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeQuery("SELECT * FROM ordered").close();
            server.run(database, "UPDATE ordered SET writer = writer + 1");
            assertThatThrownBy(() -> statement.execute("UPDATE ordered SET writer = 9"))
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            failed -> assertThat(failed.getErrorCode()).isEqualTo(1020));
        }
    }

    @Test // FENCE-2
    void userWhoMayNotCreateTheTableGetsStatements() {
        String user = "poor" + System.nanoTime();
        server.run("mysql", "CREATE USER '" + user + "'@'%'");
        server.run("mysql", "GRANT SELECT, INSERT ON " + database + ".* TO '" + user + "'@'%'");
        assertThatThrownBy(() -> fence.inTransaction(source(user), FixedLeadership.of("nightly", 1), entry(1)))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("varbinary(512)")
                .hasMessageContaining("GRANT SELECT, INSERT, UPDATE");
    }
}
