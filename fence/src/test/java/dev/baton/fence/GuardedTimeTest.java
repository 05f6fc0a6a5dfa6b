package dev.baton.fence;

import static dev.baton.fence.TestDatabase.await;
import static dev.baton.fence.TestDatabase.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.ds.PGSimpleDataSource;

/** The time that the server gives to guarded transactions, on PostgreSQL. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class GuardedTimeTest {
    private static final String ELECTION = "nightly";
    private static final FixedLeadership LEADER = FixedLeadership.of(ELECTION, 7);

    private final TestDatabase database = newDatabase();
    private final Fence fence = Fence.byElection();

    TestDatabase newDatabase() {
        return new TestDatabase();
    }

    GuardedTimeTest() {
        database.recordEpoch(ELECTION, 7);
    }

    @Test // FENCE-2
    void idleTransactionIsEndedByServerAndReportedAsStale() {
        FixedLeadership brief = new FixedLeadership(ELECTION, 7, Duration.ofMillis(200));
        assertThatThrownBy(() -> fence.inTransaction(database.source(), brief, connection -> {
                    entry(7).run(connection);
                    await("the server ended the transaction", () -> database.guards(ELECTION, true) == 0);
                    database.recordEpoch(ELECTION, 8);
                    return entry(7).run(connection);
                }))
                .isInstanceOf(StaleEpochException.class)
                .hasCauseInstanceOf(SQLException.class);
        assertThat(database.entries(7)).isZero();
    }

    @Test // FENCE-2
    void commitAfterServerEndedTransactionIsStale() {
        FixedLeadership brief = new FixedLeadership(ELECTION, 7, Duration.ofMillis(200));
        assertThatThrownBy(() -> fence.inTransaction(database.source(), brief, connection -> {
                    int written = entry(7).run(connection);
                    await("the server ended the transaction", () -> database.guards(ELECTION, true) == 0);
                    database.recordEpoch(ELECTION, 8);
                    return written;
                }))
                .isInstanceOf(StaleEpochException.class);
        assertThat(database.entries(7)).isZero();
    }

    @Test // FENCE-2: the role of the raise need not be able to end this transaction
    void slowStatementIsEndedByServerWithinTheValidity() {
        FixedLeadership brief = new FixedLeadership(ELECTION, 7, Duration.ofMillis(300));
        assertThatThrownBy(() -> fence.inTransaction(database.source(), brief, connection -> {
                    try (Statement slow = connection.createStatement()) {
                        return slow.execute("SELECT pg_sleep(50)");
                    }
                }))
                .isInstanceOf(SQLException.class);
        await("the guard is free", () -> database.guards(ELECTION, true) == 0);
    }

    @Test // FENCE-2
    void terminatedSessionWithoutLaterLeaderThrowsDriverError() {
        assertThatThrownBy(() -> fence.inTransaction(database.source(), LEADER, connection -> {
                    database.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname ="
                            + " current_database() AND state = 'idle in transaction'");
                    return entry(7).run(connection);
                }))
                .isInstanceOf(SQLException.class);
    }

    @Test // FENCE-2
    void idleLimitEndsWithTransactionAndShorterOneIsKept() throws SQLException {
        PGSimpleDataSource source = database.source();
        assertThat(limit(source, LEADER)).isEqualTo("1min");
        source.setOptions("-c " + limitSetting() + "=1h");
        assertThat(limit(source, LEADER)).isEqualTo("1min");
        source.setOptions("-c " + limitSetting() + "=5s");
        assertThat(limit(source, LEADER)).isEqualTo("5s");
        assertThat(limit(source, LEADER)).as("correct guess").isEqualTo("5s");
        source.setOptions("-c " + limitSetting() + "=1h");
        assertThat(limit(source, LEADER)).as("wrong guess").isEqualTo("1min");
        source.setOptions("-c " + limitSetting() + "=5s");
        assertThat(limit(source, LEADER)).isEqualTo("5s");
        source.setOptions("-c " + limitSetting() + "=0");
        assertThat(limit(source, LEADER)).as("wrong guess").isEqualTo("1min");
        source.setOptions("-c " + limitSetting() + "=5s");
        assertThat(limit(source, new FixedLeadership(ELECTION, 7, Duration.ofNanos(1))))
                .isEqualTo("1ms");
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            fence.guard(connection, LEADER);
            connection.commit();
            assertThat(shown(connection)).isEqualTo("5s");
        }
    }

    @Test // FENCE-2: the server does not shorten a limit that runs since the transaction began
    void transactionEndsAfterTheShorterOfValidityAndOwnLimit() throws SQLException {
        // Long enough for the guard itself on a busy machine.
        FixedLeadership brief = new FixedLeadership(ELECTION, 7, Duration.ofSeconds(2));
        assertServerEnds(withOwnLimit("1h"), brief);
        assertServerEnds(withOwnLimit("2s"), LEADER);
        // From now on, the fence expects sessions with a shorter limit.
        assertServerEnds(withOwnLimit("1h"), brief);
    }

    private DataSource withOwnLimit(String limit) {
        PGSimpleDataSource source = database.source();
        source.setOptions("-c " + limitSetting() + "=" + limit);
        return source;
    }

    private void assertServerEnds(DataSource source, FixedLeadership leadership) throws SQLException {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            fence.guard(connection, leadership);
            await("the server ended the transaction", () -> database.guards(ELECTION, true) == 0);
        }
    }

    private String limit(DataSource source, FixedLeadership leadership) throws SQLException {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            fence.guard(connection, FixedLeadership.of(ELECTION, 7));
            if (leadership.remaining().toMillis() == 0) {
                return TransactionLimit.millis(leadership) + "ms";
            }
            return shown(connection);
        }
    }

    /** The server's own limit: from PostgreSQL 17 on for the whole transaction, before for idle ones. */
    private String limitSetting() {
        return database.number("SELECT current_setting('server_version_num')::int") >= 170000
                ? "transaction_timeout"
                : "idle_in_transaction_session_timeout";
    }

    private String shown(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW " + limitSetting())) {
            row.next();
            return row.getString(1);
        }
    }
}
