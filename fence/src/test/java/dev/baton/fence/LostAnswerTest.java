package dev.baton.fence;

import static dev.baton.fence.TestDatabase.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A commit whose response is lost: only a transaction that was certainly not written is stale. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class LostAnswerTest {
    private static final FixedLeadership LEADER = FixedLeadership.of("nightly", 7);

    private final TestDatabase database = new TestDatabase();
    private final Fence fence = Fence.byElection();

    LostAnswerTest() {
        database.recordEpoch("nightly", 7);
    }

    private static SQLException lost() {
        return new SQLException("An I/O error occurred while sending to the backend.", "08006");
    }

    @Test // FENCE-2
    void committedTransactionIsNotReportedAsStale() {
        var source = InterceptedDataSource.source(database.source(), "commit", real -> {
            real.commit();
            database.recordEpoch("nightly", 8);
            throw lost();
        });
        assertThatThrownBy(() -> fence.inTransaction(source, LEADER, entry(7)))
                .isInstanceOfSatisfying(
                        SQLException.class,
                        failed -> assertThat(failed.getSQLState()).isEqualTo("08006"));
        assertThat(database.entries(7)).isEqualTo(1);
    }

    @Test // FENCE-2
    void abortedTransactionIsStaleIfThereIsALaterLeader() {
        var source = InterceptedDataSource.source(database.source(), "commit", real -> {
            real.abort(Runnable::run);
            database.recordEpoch("nightly", 8);
            throw lost();
        });
        assertThatThrownBy(() -> fence.inTransaction(source, LEADER, entry(7)))
                .isInstanceOf(StaleEpochException.class)
                .hasRootCauseInstanceOf(SQLException.class);
        assertThat(database.entries(7)).isZero();
    }

    @Test // FENCE-2
    void driverErrorIsThrownWithoutLaterLeader() {
        var source = InterceptedDataSource.source(database.source(), "commit", real -> {
            real.abort(Runnable::run);
            throw lost();
        });
        assertThatThrownBy(() -> fence.inTransaction(source, LEADER, entry(7))).isInstanceOf(SQLException.class);
    }

    @Test // FENCE-2
    void failureAfterCommitIsNotThrown() throws SQLException {
        var source = InterceptedDataSource.source(database.source(), "close", real -> {
            real.close();
            throw lost();
        });
        assertThat(fence.inTransaction(source, LEADER, entry(7))).isEqualTo(1);
        assertThat(database.entries(7)).isEqualTo(1);
    }

    @Test // FENCE-2
    void recognizesErrorWrappedByWork() {
        assertThatThrownBy(() -> fence.inTransaction(database.source(), LEADER, connection -> {
                    endAndRaise(connection);
                    try {
                        return entry(7).run(connection);
                    } catch (SQLException failed) {
                        throw new IllegalStateException("wrapped", failed);
                    }
                }))
                .isInstanceOf(StaleEpochException.class)
                .hasCauseInstanceOf(IllegalStateException.class);
    }

    private void endAndRaise(Connection connection) throws SQLException {
        connection.abort(Runnable::run);
        database.recordEpoch("nightly", 8);
    }
}
