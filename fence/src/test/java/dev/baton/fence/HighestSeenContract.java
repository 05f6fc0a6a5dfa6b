package dev.baton.fence;

import static dev.baton.fence.TestDatabase.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the fence by the highest epoch seen keeps in every database. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
abstract class HighestSeenContract {
    private static final String ELECTION = "nightly";

    final HighestSeenFence fence = Fence.byHighestSeen();

    /** A database with a table of entries, and without the fence's own. */
    abstract DataSource source();

    private static long number(Connection connection, String question) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(question)) {
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
    void anOlderEpochIsRefusedOnceANewerOneHasWritten() throws SQLException {
        assertThat(fence.inTransaction(source(), Believer.of(ELECTION, 3), entry(3)))
                .isEqualTo(1);
        fence.inTransaction(source(), Believer.of(ELECTION, 3), entry(3));
        fence.inTransaction(source(), Believer.of(ELECTION, 5), entry(5));
        assertThatThrownBy(() -> fence.inTransaction(source(), Believer.of(ELECTION, 4), entry(4)))
                .isInstanceOfSatisfying(
                        StaleEpochException.class,
                        stale -> assertThat(stale.currentEpoch()).hasValue(5));
        fence.inTransaction(source(), Believer.of("other", 1), entry(1));
        assertThat(entries(3)).isEqualTo(2);
        assertThat(entries(4)).isZero();
    }

    @Test // FENCE-2
    void aFailedWriteLeavesNothingAndTheConnectionAsItWas() throws SQLException {
        fence.prepare(source());
        try (Connection kept = source().getConnection()) {
            DataSource pool = Wrapped.source(Wrapped.connection(kept, "close", real -> {}));
            IllegalStateException broken = new IllegalStateException("the work broke");
            assertThatThrownBy(() -> fence.inTransaction(pool, Believer.of(ELECTION, 9), connection -> {
                        entry(9).run(connection);
                        throw broken;
                    }))
                    .isSameAs(broken);
            assertThat(kept.getAutoCommit()).isTrue();
            fence.inTransaction(pool, Believer.of(ELECTION, 2), entry(2));
            assertThat(kept.getAutoCommit()).isTrue();
        }
        assertThat(entries(9)).isZero();
        assertThat(entries(2)).isEqualTo(1);
    }

    @Test // FENCE-2
    void theOwnerOfATransactionGuardsItHimself() throws SQLException {
        fence.prepare(source());
        fence.prepare(source());
        try (Connection connection = source().getConnection()) {
            assertThatThrownBy(() -> fence.guard(connection, Believer.of(ELECTION, 2)))
                    .isInstanceOf(IllegalStateException.class);
            connection.setAutoCommit(false);
            fence.guard(connection, Believer.of(ELECTION, 2));
            entry(2).run(connection);
            connection.commit();
            assertThatThrownBy(() -> fence.guard(connection, Believer.of(ELECTION, 1)))
                    .isInstanceOf(StaleEpochException.class);
            connection.rollback();
        }
        assertThat(entries(2)).isEqualTo(1);
    }

    @Test // FENCE-2
    void writesOfConcurrentLeadersAreInTheOrderOfTheirEpochs() throws Exception {
        int leaders = 6;
        CountDownLatch together = new CountDownLatch(1);
        ExecutorService crew = Executors.newFixedThreadPool(leaders);
        List<Future<Integer>> all = new ArrayList<>();
        for (int i = 1; i <= leaders; i++) {
            long epoch = i;
            all.add(crew.submit(() -> {
                together.await();
                return writeTenTimes(epoch);
            }));
        }
        together.countDown();
        int accepted = 0;
        for (Future<Integer> leader : all) {
            accepted += leader.get();
        }
        crew.shutdown();
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

    /** How many got through; the position of a write is given inside the guarded transaction. */
    private int writeTenTimes(long epoch) throws SQLException {
        int accepted = 0;
        while (accepted < 10) {
            try {
                accepted += fence.inTransaction(source(), Believer.of(ELECTION, epoch), connection -> {
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
    void aFilterRemembersInTheSameTable() throws SQLException {
        EpochMemory memory = fence.memory(source());
        assertThat(memory.raise(ELECTION, 4)).hasValue(4);
        assertThat(fence.memory(source()).raise(ELECTION, 3)).hasValue(4);
        assertThatThrownBy(() -> fence.inTransaction(source(), Believer.of(ELECTION, 3), entry(3)))
                .isInstanceOf(StaleEpochException.class);
    }
}
