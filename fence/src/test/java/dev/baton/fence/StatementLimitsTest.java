package dev.baton.fence;

import static dev.baton.fence.TestDatabase.await;
import static dev.baton.fence.TestDatabase.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.support.sql.SqlQuery;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;

/** Servers that limit each statement and each pause: what a guarded transaction begins late ends soon. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class StatementLimitsTest {
    private static final String ELECTION = "nightly";
    private static final Duration VALIDITY = Duration.ofSeconds(8);
    private static final String IDLE = "idle_in_transaction_session_timeout";
    private static final String STATEMENT = "statement_timeout";

    private final TestDatabase database = TestDatabase.onOldest();
    private final UnrenewedLeadership leader = UnrenewedLeadership.of(ELECTION, 7, VALIDITY);

    StatementLimitsTest() {
        database.recordEpoch(ELECTION, 7);
    }

    private static long millis(Connection connection, String setting) throws SQLException {
        String shown = SqlQuery.of(connection, "SELECT current_setting(?)", setting)
                .first(row -> row.getString(1))
                .orElseThrow();
        return TransactionLimit.millisOf(shown).orElseThrow();
    }

    /** Well behind half of the time that the leadership had at the guard, on a busy machine too. */
    private void awaitLateTime(Duration atTheGuard) {
        Duration late = atTheGuard.multipliedBy(3).dividedBy(8);
        await("more than half of the validity is over", () -> leader.remaining().compareTo(late) < 0);
    }

    @ParameterizedTest // FENCE-2
    @ValueSource(booleans = {true, false})
    void limitsAreLoweredOnlyBeforeLateStatements(boolean byElection) throws SQLException {
        Fence fence = byElection ? Fence.byElection() : Fence.byHighestSeen();
        int done = fence.inTransaction(database.source(), leader, connection -> {
            long first = millis(connection, IDLE);
            assertThat(millis(connection, STATEMENT)).isEqualTo(first);
            assertThat(millis(connection, IDLE)).as("not lowered early").isEqualTo(first);
            awaitLateTime(Duration.ofMillis(first));
            long late = leader.remaining().toMillis();
            assertThat(millis(connection, STATEMENT)).isLessThanOrEqualTo(late);
            assertThat(millis(connection, IDLE)).isLessThanOrEqualTo(late);
            return entry(7).run(connection);
        });
        assertThat(done).isEqualTo(1);
    }

    @Test // FENCE-2
    void statementThatBeginsLateEndsLongBeforeTwiceTheValidity() {
        assertThatThrownBy(() -> Fence.byElection().inTransaction(database.source(), leader, connection -> {
                    awaitLateTime(VALIDITY);
                    return SqlQuery.of(connection, "SELECT pg_sleep(50)").hasRow();
                }))
                .isInstanceOf(SQLException.class);
        Duration sinceTheStart = VALIDITY.minus(Duration.ofNanos(leader.endsAtNanos() - System.nanoTime()));
        assertThat(sinceTheStart).isLessThan(VALIDITY.multipliedBy(5).dividedBy(4));
    }

    @Test // FENCE-2: a rollback to a savepoint restores the limits of that time
    void limitsAreLoweredAgainAfterARollbackToASavepoint() throws SQLException {
        int done = Fence.byElection().inTransaction(database.source(), leader, connection -> {
            Savepoint before = connection.setSavepoint();
            awaitLateTime(VALIDITY);
            entry(7).run(connection);
            assertThatThrownBy(() -> SqlQuery.of(connection, "SELECT 1 / 0").hasRow())
                    .isInstanceOf(SQLException.class);
            connection.rollback(before);
            entry(7).run(connection);
            long late = leader.remaining().toMillis();
            assertThat(millis(connection, STATEMENT)).isLessThanOrEqualTo(late);
            return entry(7).run(connection);
        });
        assertThat(done).isEqualTo(1);
        assertThat(database.entries(7)).isEqualTo(2);
    }

    @Test // FENCE-2
    void shorterLimitsOfTheSessionStay() throws SQLException {
        PGSimpleDataSource own = database.source();
        own.setOptions("-c " + STATEMENT + "=2s -c " + IDLE + "=60s");
        Fence.byElection().inTransaction(own, leader, connection -> {
            awaitLateTime(VALIDITY);
            assertThat(millis(connection, STATEMENT)).isEqualTo(2_000);
            assertThat(millis(connection, IDLE))
                    .isLessThanOrEqualTo(leader.remaining().toMillis() + 1_000);
            return 0;
        });
    }
}
