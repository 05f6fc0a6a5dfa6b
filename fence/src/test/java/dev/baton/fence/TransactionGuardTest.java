package dev.baton.fence;

import static dev.baton.fence.TestDatabase.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The check of a caller's own transaction before its commit, on PostgreSQL. */
class TransactionGuardTest {
    private static final FixedLeadership LEADER = FixedLeadership.of("nightly", 7);

    private final TestDatabase database = new TestDatabase();
    private final Fence fence = Fence.byElection();

    @BeforeEach
    void recordEpoch() {
        database.recordEpoch("nightly", 7);
    }

    private interface Step {
        void run(Connection connection) throws SQLException;
    }

    private void guarded(Step beforeCheck) throws SQLException {
        try (Connection connection = database.source().getConnection()) {
            connection.setAutoCommit(false);
            TransactionGuard guard = fence.guard(connection, LEADER);
            entry(1).run(connection);
            beforeCheck.run(connection);
            entry(7).run(connection);
            guard.check(connection);
            connection.commit();
        }
    }

    private void assertRefused(Step beforeCheck) {
        assertThatThrownBy(() -> guarded(beforeCheck))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("election nightly");
        assertThat(database.entries(7)).isZero();
    }

    @Test // FENCE-2
    void refusesATransactionThatBeganAfterTheGuardedOne() {
        assertRefused(Connection::rollback);
        assertRefused(Connection::commit);
        assertRefused(connection -> connection.createStatement().execute("ROLLBACK; BEGIN"));
        assertThat(database.entries(1)).as("what the work committed itself").isEqualTo(1);
    }

    @Test // FENCE-2
    void acceptsTheGuardedTransactionAfterARollbackToASavepoint() throws SQLException {
        guarded(connection -> {
            Savepoint before = connection.setSavepoint();
            assertThatThrownBy(() -> connection.createStatement().execute("INSERT INTO missing VALUES (1)"))
                    .isInstanceOf(SQLException.class);
            connection.rollback(before);
        });
        assertThat(database.entries(7)).isEqualTo(1);
    }
}
