package dev.baton.fence;

import static dev.baton.fence.TestDatabase.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.BatonException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The contract of the highest-seen fence in every database. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
abstract class HighestSeenContract {
    private static final String ELECTION = "nightly";

    final HighestSeenFence fence = Fence.byHighestSeen();

    /** Returns a database with a table of entries, without the fence's table. */
    abstract DataSource source();

    private static long number(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }

    private long entries(long writer) throws SQLException {
        try (Connection connection = source().getConnection()) {
            return number(connection, "SELECT count(*) FROM entries WHERE writer = " + writer);
        }
    }

    @Test // FENCE-2
    void refusesOlderEpochAfterWriteOfNewerOne() throws SQLException {
        assertThat(fence.inTransaction(source(), FixedLeadership.of(ELECTION, 3), entry(3)))
                .isEqualTo(1);
        fence.inTransaction(source(), FixedLeadership.of(ELECTION, 3), entry(3));
        fence.inTransaction(source(), FixedLeadership.of(ELECTION, 5), entry(5));
        assertThatThrownBy(() -> fence.inTransaction(source(), FixedLeadership.of(ELECTION, 4), entry(4)))
                .isInstanceOfSatisfying(
                        StaleEpochException.class,
                        stale -> assertThat(stale.currentEpoch()).hasValue(5));
        fence.inTransaction(source(), FixedLeadership.of("other", 1), entry(1));
        assertThat(entries(3)).isEqualTo(2);
        assertThat(entries(4)).isZero();
    }

    @Test // FENCE-2
    void failedWorkIsRolledBackAndConnectionRestored() throws SQLException {
        fence.prepare(source());
        try (Connection kept = source().getConnection()) {
            DataSource pool = InterceptedDataSource.source(InterceptedDataSource.connection(kept, "close", real -> {}));
            IllegalStateException broken = new IllegalStateException("the work failed");
            assertThatThrownBy(() -> fence.inTransaction(pool, FixedLeadership.of(ELECTION, 9), connection -> {
                        entry(9).run(connection);
                        throw broken;
                    }))
                    .isSameAs(broken);
            assertThat(kept.getAutoCommit()).isTrue();
            fence.inTransaction(pool, FixedLeadership.of(ELECTION, 2), entry(2));
            assertThat(kept.getAutoCommit()).isTrue();
        }
        assertThat(entries(9)).isZero();
        assertThat(entries(2)).isEqualTo(1);
    }

    @Test // FENCE-2
    void workGoesOnAfterAFailedStatementThatItUndid() throws SQLException {
        fence.inTransaction(source(), FixedLeadership.of(ELECTION, 3), connection -> {
            entry(3).run(connection);
            Savepoint before = connection.setSavepoint();
            assertThatThrownBy(() -> connection.createStatement().execute("INSERT INTO missing VALUES (1)"))
                    .isInstanceOf(SQLException.class);
            connection.rollback(before);
            return entry(3).run(connection);
        });
        assertThat(entries(3)).isEqualTo(2);
    }

    @Test // FENCE-2
    void checkBeforeTheCommitGuardsAnotherTransactionOrRefusesIt() throws SQLException {
        fence.prepare(source());
        try (Connection connection = source().getConnection()) {
            connection.setAutoCommit(false);
            TransactionGuard guard = fence.guard(connection, FixedLeadership.of(ELECTION, 2));
            connection.rollback();
            entry(2).run(connection);
            guard.check(connection);
            connection.commit();
            fence.guard(connection, FixedLeadership.of(ELECTION, 3));
            connection.commit();
            entry(2).run(connection);
            assertThatThrownBy(() -> guard.check(connection)).isInstanceOf(StaleEpochException.class);
            connection.rollback();
            connection.setAutoCommit(true);
            assertThatThrownBy(() -> guard.check(connection)).isInstanceOf(IllegalStateException.class);
        }
        assertThat(entries(2)).isEqualTo(1);
    }

    @Test // FENCE-2
    void guardsTransactionOfCaller() throws SQLException {
        fence.prepare(source());
        fence.prepare(source());
        try (Connection connection = source().getConnection()) {
            assertThatThrownBy(() -> fence.guard(connection, FixedLeadership.of(ELECTION, 2)))
                    .isInstanceOf(IllegalStateException.class);
            connection.setAutoCommit(false);
            fence.guard(connection, FixedLeadership.of(ELECTION, 2));
            entry(2).run(connection);
            connection.commit();
            assertThatThrownBy(() -> fence.guard(connection, FixedLeadership.of(ELECTION, 1)))
                    .isInstanceOf(StaleEpochException.class);
            connection.rollback();
        }
        assertThat(entries(2)).isEqualTo(1);
    }

    @Test // FENCE-2
    void concurrentWritesAreOrderedByEpoch() throws Exception {
        int leaders = 6;
        CountDownLatch together = new CountDownLatch(1);
        ExecutorService threads = Executors.newFixedThreadPool(leaders);
        List<Future<Integer>> all = new ArrayList<>();
        for (int i = 1; i <= leaders; i++) {
            long epoch = i;
            all.add(threads.submit(() -> {
                together.await();
                return writeTenTimes(epoch);
            }));
        }
        together.countDown();
        int accepted = 0;
        for (Future<Integer> leader : all) {
            accepted += leader.get();
        }
        threads.shutdown();
        assertThat(all.get(leaders - 1).get()).isEqualTo(10);
        List<Long> order = new ArrayList<>();
        try (Connection connection = source().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT writer FROM ordered ORDER BY position")) {
            while (rows.next()) {
                order.add(rows.getLong(1));
            }
        }
        assertThat(order).hasSize(accepted).isSorted();
    }

    /** Returns the number of accepted writes. Each gets its position inside the guarded transaction. */
    private int writeTenTimes(long epoch) throws SQLException {
        int accepted = 0;
        while (accepted < 10) {
            try {
                accepted += fence.inTransaction(source(), FixedLeadership.of(ELECTION, epoch), connection -> {
                    long position = number(connection, "SELECT count(*) FROM ordered");
                    try (Statement statement = connection.createStatement()) {
                        return statement.executeUpdate("INSERT INTO ordered VALUES (" + position + ", " + epoch + ")");
                    }
                });
            } catch (StaleEpochException refused) {
                return accepted;
            }
        }
        return accepted;
    }

    @Test // FENCE-2
    void filterMemoryUsesSameTable() throws SQLException {
        EpochMemory memory = fence.memory(source());
        assertThat(memory.raise(ELECTION, 4)).hasValue(4);
        assertThat(fence.memory(source()).raise(ELECTION, 3)).hasValue(4);
        assertThatThrownBy(() -> fence.inTransaction(source(), FixedLeadership.of(ELECTION, 3), entry(3)))
                .isInstanceOf(StaleEpochException.class);
    }

    private static FixedLeadership tenure(long epoch, String id) {
        return new FixedLeadership(ELECTION, epoch, Duration.ofSeconds(60), Optional.of(id));
    }

    @Test // FENCE-2: two tenures with one epoch, after the data of the election went back
    void refusesOtherTenureWithTheSameEpoch() throws SQLException {
        fence.inTransaction(source(), tenure(7, "first"), entry(1));
        fence.inTransaction(source(), tenure(7, "first"), entry(1));
        assertThatThrownBy(() -> fence.inTransaction(source(), tenure(7, "second"), entry(2)))
                .isInstanceOf(StaleEpochException.class)
                .hasMessageContaining("another tenure has the same epoch");
        assertThat(entries(2)).isZero();
        fence.inTransaction(source(), tenure(8, "second"), entry(2));
        assertThatThrownBy(() -> fence.inTransaction(source(), tenure(7, "first"), entry(1)))
                .isInstanceOfSatisfying(
                        StaleEpochException.class,
                        stale -> assertThat(stale.currentEpoch()).hasValue(8));
        assertThat(entries(1)).isEqualTo(2);
    }

    @Test // FENCE-2: a program of release 0.1 raises the epoch and leaves the id of an earlier one
    void idOfAnEarlierEpochRefusesNobody() throws SQLException {
        fence.inTransaction(source(), tenure(7, "first"), entry(1));
        execute("UPDATE baton_fence SET epoch = 8");
        fence.inTransaction(source(), tenure(8, "second"), entry(2));
        fence.inTransaction(source(), FixedLeadership.of(ELECTION, 8), entry(3));
        assertThatThrownBy(() -> fence.inTransaction(source(), tenure(8, "third"), entry(4)))
                .isInstanceOf(StaleEpochException.class);
        assertThat(entries(2) + entries(3)).isEqualTo(2);
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = source().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private long version() throws SQLException {
        try (Connection connection = source().getConnection()) {
            return number(connection, "SELECT max(version) FROM baton_schema WHERE component = 'fence'");
        }
    }

    @Test
    void recordsSchemaVersionWithNewTable() throws SQLException {
        fence.inTransaction(source(), FixedLeadership.of(ELECTION, 1), entry(1));
        assertThat(version()).isEqualTo(2);
    }

    @Test
    void usesTableOf01WithoutVersionRow() throws SQLException {
        // The statement of release 0.1, which must never change.
        execute("CREATE TABLE IF NOT EXISTS baton_fence"
                + " (election varchar(128) NOT NULL PRIMARY KEY, epoch bigint NOT NULL)");
        execute("INSERT INTO baton_fence VALUES ('nightly', 7)");
        fence.prepare(source());
        assertThatThrownBy(() -> fence.inTransaction(source(), FixedLeadership.of(ELECTION, 6), entry(6)))
                .isInstanceOf(StaleEpochException.class);
        fence.inTransaction(source(), FixedLeadership.of(ELECTION, 8), entry(8));
        assertThat(entries(8)).isEqualTo(1);
    }

    @Test
    void addsTheColumnForIdsToTableOf01() throws SQLException {
        execute("CREATE TABLE baton_fence (election varchar(128) NOT NULL PRIMARY KEY, epoch bigint NOT NULL)");
        execute("INSERT INTO baton_fence VALUES ('nightly', 7)");
        try (Connection connection = source().getConnection()) {
            connection.setAutoCommit(false);
            assertThatThrownBy(() -> fence.guard(connection, tenure(8, "first")))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("ALTER TABLE baton_fence ADD COLUMN");
            connection.rollback();
        }
        fence.inTransaction(source(), tenure(8, "first"), entry(8));
        assertThat(entries(8)).isEqualTo(1);
        assertThat(version()).isEqualTo(2);
    }

    @Test
    void refusesNewerSchemaVersion() throws SQLException {
        fence.prepare(source());
        execute("UPDATE baton_schema SET version = 3 WHERE component = 'fence'");
        assertThatThrownBy(() -> fence.prepare(source()))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("fence have schema version 3")
                .hasMessageContaining("upgrade this program");
    }

    @Test
    void concurrentCreationRecordsOneVersion() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        CountDownLatch together = new CountDownLatch(1);
        List<Future<?>> creations = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            creations.add(threads.submit(() -> {
                together.await();
                fence.prepare(source());
                return 0;
            }));
        }
        together.countDown();
        for (Future<?> creation : creations) {
            creation.get();
        }
        threads.shutdown();
        assertThat(version()).isEqualTo(2);
        assertThat(fence.memory(source()).raise(ELECTION, 3)).hasValue(3);
    }
}
