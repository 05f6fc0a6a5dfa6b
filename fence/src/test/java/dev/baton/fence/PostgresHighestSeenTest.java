package dev.baton.fence;

import static dev.baton.fence.TestDatabase.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.BatonException;
import dev.baton.support.sql.SqlQuery;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;

/** The highest-seen fence on PostgreSQL (FENCE-2). */
class PostgresHighestSeenTest extends HighestSeenContract {
    private final TestDatabase database = newDatabase();

    TestDatabase newDatabase() {
        return new TestDatabase();
    }

    @BeforeEach
    void create() {
        database.run("CREATE TABLE ordered (position bigint, writer bigint)");
    }

    @Override
    DataSource source() {
        return database.source();
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
        try (Connection connection = new IsolatedDataSource(source(), isolation).getConnection()) {
            connection.setAutoCommit(false);
            entry(1).run(connection);
            fence.inTransaction(source(), FixedLeadership.of("nightly", 2), entry(2));
            assertThatThrownBy(() -> fence.guard(connection, FixedLeadership.of("nightly", 1)))
                    .satisfies(failed -> assertThat(failed instanceof StaleEpochException
                                    || (failed instanceof SQLException sql && "40001".equals(sql.getSQLState())))
                            .isTrue());
            connection.rollback();
        }
        assertThat(database.entries(1)).isEqualTo(1);
    }

    @Test // FENCE-2
    void idleTransactionBlocksNextLeaderAtMostForItsValidity() {
        FixedLeadership brief = new FixedLeadership("nightly", 1, Duration.ofMillis(300));
        PGSimpleDataSource impatient = database.source();
        impatient.setOptions("-c lock_timeout=10s");
        assertThatThrownBy(() -> fence.inTransaction(source(), brief, connection -> {
                    entry(1).run(connection);
                    // Waits for the row lock of the outer transaction, until the server ends that transaction.
                    fence.inTransaction(impatient, FixedLeadership.of("nightly", 2), entry(2));
                    return entry(1).run(connection);
                }))
                .isInstanceOf(StaleEpochException.class);
        assertThat(database.entries(1)).isZero();
        assertThat(database.entries(2)).isEqualTo(1);
    }

    @ParameterizedTest // FENCE-2
    @CsvSource({"0, 60000", "1h, 60000", "5s, 5000"})
    void transactionOfKnownElectionIsLimitedToShorterOfValidityAndOwnLimit(String own, long most) throws SQLException {
        FixedLeadership leadership = new FixedLeadership("nightly", 1, Duration.ofMinutes(1));
        fence.inTransaction(source(), leadership, entry(1));
        PGSimpleDataSource limited = database.source();
        String setting = limitSetting();
        limited.setOptions("-c " + setting + "=" + own);
        String shown = fence.inTransaction(
                limited,
                leadership,
                connection -> SqlQuery.of(connection, "SELECT current_setting(?)", setting)
                        .first(row -> row.getString(1))
                        .orElseThrow());
        assertThat(TransactionLimit.millisOf(shown).orElseThrow()).isBetween(1L, most);
    }

    @ParameterizedTest // FENCE-2: of a known election and of one whose row is missing
    @ValueSource(booleans = {true, false})
    void slowStatementIsEndedByServerWithinTheValidity(boolean known) throws SQLException {
        FixedLeadership brief = new FixedLeadership("nightly", 1, Duration.ofMillis(300));
        if (known) {
            fence.inTransaction(source(), FixedLeadership.of("nightly", 1), entry(1));
        } else {
            new HighestSeenFence().prepare(source());
        }
        assertThatThrownBy(() -> fence.inTransaction(source(), brief, connection -> {
                    entry(1).run(connection);
                    return SqlQuery.of(connection, "SELECT pg_sleep(50)").hasRow();
                }))
                .isInstanceOf(SQLException.class);
        assertThat(database.entries(1)).isEqualTo(known ? 1 : 0);
    }

    /** The server's own limit: from PostgreSQL 17 on for the whole transaction, before for idle ones. */
    private String limitSetting() {
        return database.number("SELECT current_setting('server_version_num')::int") >= 170000
                ? "transaction_timeout"
                : "idle_in_transaction_session_timeout";
    }

    @Test // FENCE-2
    void roleThatMayNotCreateTableGetsStatements() {
        // Before PostgreSQL 15 every role may create tables.
        database.run("REVOKE CREATE ON SCHEMA public FROM PUBLIC");
        String role = "poor" + System.nanoTime();
        database.run("CREATE ROLE " + role + " LOGIN");
        assertThatThrownBy(
                        () -> fence.inTransaction(database.sourceAs(role), FixedLeadership.of("nightly", 1), entry(1)))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("CREATE TABLE IF NOT EXISTS baton_fence")
                .hasMessageContaining("GRANT SELECT, INSERT, UPDATE");
    }

    @Test // FENCE-2
    void secondTableInAnotherSchemaIsRefusedUnlessTheClientNamesIt() throws SQLException {
        String role = "writer" + System.nanoTime();
        database.run("CREATE ROLE " + role + " LOGIN; CREATE SCHEMA AUTHORIZATION " + role);
        // Without this privilege the role does not find the table along its path.
        database.run("REVOKE USAGE ON SCHEMA public FROM PUBLIC");
        fence.inTransaction(source(), FixedLeadership.of("nightly", 2), entry(2));
        PGSimpleDataSource other = database.sourceAs(role);
        assertThatThrownBy(() -> fence.prepare(other))
                .isInstanceOf(BatonException.class)
                .hasMessageContainingAll("\"public\"", "\"" + role + "\"", "currentSchema=NAME");
        other.setCurrentSchema(role);
        fence.prepare(other);
        assertThat(database.number("SELECT count(*) FROM pg_class WHERE relname = 'baton_fence'"))
                .isEqualTo(2);
    }
}
