package dev.baton.fence;

import static dev.baton.fence.TestDatabase.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.EndReason;
import dev.baton.Leadership;
import dev.baton.LeadershipLostException;
import java.io.StringReader;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;
import org.postgresql.core.BaseConnection;

/** Work inside a guarded transaction cannot end the guard. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class GuardedConnectionTest {
    private static final String ELECTION = "nightly";
    private static final FixedLeadership LEADER = FixedLeadership.of(ELECTION, 7);

    private final TestDatabase database = new TestDatabase();
    private final Fence fence = Fence.byElection();

    GuardedConnectionTest() {
        database.recordEpoch(ELECTION, 7);
    }

    /** An attempt to end the transaction. */
    interface Ending {
        void run(Connection connection) throws SQLException;
    }

    @Test // FENCE-2
    void refusesEveryWayToEndTheTransaction() throws SQLException {
        List<Ending> endings = List.of(
                Connection::commit,
                Connection::rollback,
                Connection::close,
                connection -> connection.setAutoCommit(true),
                connection -> connection.createStatement().getConnection().commit(),
                connection -> connection.getMetaData().getConnection().rollback(),
                connection -> connection
                        .createArrayOf("int4", new Integer[] {1})
                        .getResultSet()
                        .getStatement()
                        .getConnection()
                        .commit(),
                connection -> connection
                        .createStatement()
                        .executeQuery("SELECT 1")
                        .getStatement()
                        .getConnection()
                        .commit());
        for (Ending ending : endings) {
            assertThatThrownBy(() -> fence.inTransaction(database.source(), LEADER, connection -> {
                        entry(7).run(connection);
                        ending.run(connection);
                        return 0;
                    }))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("guard");
        }
        assertThat(database.entries(7)).isZero();
    }

    @ParameterizedTest // FENCE-2
    @ValueSource(
            strings = {
                "COMMIT",
                "end",
                "ROLLBACK",
                " /* a /* b */ */ rollback work",
                "-- note\nabort",
                "SELECT 1; commit",
                "SELECT ';'; BEGIN",
                "start transaction",
                "PREPARE TRANSACTION 'p'",
                "ROLLBACK AND CHAIN",
                "SELECT $x$;$x$; COMMIT AND CHAIN",
                "-- note\rCOMMIT",
                "SELECT 1 AS \u20ac$a$; COMMIT; SELECT 2 AS \u20ac$a$",
                "SELECT E'it\\'s'; COMMIT; SELECT ''",
                "SELECT 'C:\\', E'it\\'s'; COMMIT; SELECT ''",
                "SELECT E'a''\\'b'; COMMIT; SELECT ''",
                "SELECT 'a\\''; COMMIT; SELECT 'b'",
                "{oj COMMIT}",
                "SELECT 1; {OJ commit}",
                "{fn COMMIT; SELECT abs(1)}"
            })
    void refusesTheSameInSql(String sql) {
        List<Ending> endings = List.of(
                connection -> connection.createStatement().execute(sql),
                connection -> connection.createStatement().addBatch(sql),
                connection -> connection.prepareStatement(sql).execute(),
                connection -> connection.prepareCall(sql).execute());
        for (Ending ending : endings) {
            assertThatThrownBy(() -> fence.inTransaction(database.source(), LEADER, connection -> {
                        entry(7).run(connection);
                        ending.run(connection);
                        return 0;
                    }))
                    .isInstanceOf(IllegalStateException.class);
        }
        assertThat(database.entries(7)).isZero();
        assertThat(database.number("SELECT count(*) FROM pg_prepared_xacts")).isZero();
    }

    @ParameterizedTest // FENCE-2
    @ValueSource(
            strings = {
                "INSERT INTO entries VALUES (7, 'commit; rollback')",
                "INSERT INTO entries (writer, note) SELECT 7, CASE WHEN true THEN 'end' END",
                "PREPARE p AS SELECT 1; INSERT INTO entries VALUES (7, '')",
                "SAVEPOINT s; INSERT INTO entries VALUES (8, ''); ROLLBACK TO s; INSERT INTO entries VALUES (7, '')",
                "SAVEPOINT s; ROLLBACK WORK TO SAVEPOINT s; RELEASE s; INSERT INTO entries VALUES (7, 'a\\b')",
                "DO $$ BEGIN INSERT INTO entries VALUES (7, ''); END $$",
                "INSERT INTO entries VALUES (7, E'it\\'s; commit'); SELECT 1",
                "INSERT INTO entries SELECT 7, 5--1; commit\n",
                "CREATE TABLE made (n int); INSERT INTO entries VALUES (7, '')"
            })
    void acceptsOtherStatements(String sql) throws SQLException {
        fence.inTransaction(
                database.source(),
                LEADER,
                connection -> connection.createStatement().execute(sql));
        assertThat(database.entries(7)).isEqualTo(1);
    }

    @Test // FENCE-2
    void savepointsAndCopyWork() throws SQLException {
        fence.inTransaction(database.source(), LEADER, connection -> {
            Savepoint before = connection.setSavepoint();
            entry(8).run(connection);
            connection.rollback(before);
            try {
                return connection
                        .unwrap(PGConnection.class)
                        .getCopyAPI()
                        .copyIn("COPY entries FROM STDIN", new StringReader("7\tcopied\n"));
            } catch (java.io.IOException failed) {
                throw new IllegalStateException(failed);
            }
        });
        assertThat(database.entries(7)).isEqualTo(1);
        assertThat(database.entries(8)).isZero();
    }

    @Test // FENCE-2
    void cannotBeUnwrappedToAConnection() throws SQLException {
        fence.inTransaction(database.source(), LEADER, connection -> {
            assertThat(connection.isWrapperFor(BaseConnection.class)).isFalse();
            assertThatThrownBy(() -> connection.unwrap(BaseConnection.class)).isInstanceOf(SQLException.class);
            assertThat(connection.unwrap(Connection.class)).isSameAs(connection);
            return 0;
        });
    }

    @ParameterizedTest // FENCE-2
    @ValueSource(strings = {"SELECT E'a'\n'b\\'; SELECT 'c", "SELECT 'a\\'; SELECT 1", "SELECT 'a; SELECT 1"})
    void refusesSeveralStatementsWhoseEndsAreNotCertain(String sql) {
        assertThatThrownBy(() -> fence.inTransaction(
                        database.source(),
                        LEADER,
                        connection -> connection.createStatement().execute(sql)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("send each statement alone");
    }

    @Test // FENCE-2
    void arraysOfTheConnectionAreParameters() throws SQLException {
        fence.inTransaction(database.source(), LEADER, connection -> {
            try (PreparedStatement insert =
                    connection.prepareStatement("INSERT INTO entries SELECT unnest(?::bigint[]), ''")) {
                insert.setArray(1, connection.createArrayOf("int8", new Long[] {7L, 8L}));
                return insert.executeUpdate();
            }
        });
        assertThat(database.entries(7)).isEqualTo(1);
        assertThat(database.entries(8)).isEqualTo(1);
    }

    @Test // FENCE-2
    void transactionThatWasEndedUnseenIsNotCommitted() throws SQLException {
        try (Connection real = database.source().getConnection()) {
            assertThatThrownBy(() -> fence.inTransaction(InterceptedDataSource.source(real), LEADER, connection -> {
                        assertThatThrownBy(() -> connection.createStatement().execute("SELECT 1 / 0"))
                                .isInstanceOf(SQLException.class);
                        real.rollback();
                        return entry(7).run(connection);
                    }))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("was ended inside the work");
        }
        assertThat(database.entries(7)).isZero();
    }

    @Test // FENCE-2
    void sendsNothingAfterTheLeadershipHasEnded() {
        for (boolean beforeCommit : List.of(true, false)) {
            EndingLeadership ending = new EndingLeadership(new AtomicInteger(), new AtomicBoolean(true));
            assertThatThrownBy(() -> fence.inTransaction(database.source(), ending, connection -> {
                        entry(7).run(connection);
                        ending.valid().set(false);
                        return beforeCommit ? 0 : entry(7).run(connection);
                    }))
                    .isInstanceOf(LeadershipLostException.class);
        }
        assertThat(database.entries(7)).isZero();
    }

    /** A leadership whose remaining time is over when the guard was taken. */
    private record EndingLeadership(AtomicInteger reads, AtomicBoolean valid) implements Leadership {
        @Override
        public String election() {
            return ELECTION;
        }

        @Override
        public long epoch() {
            return 7;
        }

        @Override
        public String instanceId() {
            return "ending";
        }

        @Override
        public boolean isValid() {
            return valid.get();
        }

        @Override
        public Duration remaining() {
            return reads.getAndIncrement() == 0 ? Duration.ofSeconds(60) : Duration.ZERO;
        }

        @Override
        public Optional<EndReason> endReason() {
            return Optional.empty();
        }
    }
}
