package dev.baton.postgres;

import dev.baton.spi.AdvisoryKeys;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Sixteen sessions with overlapping transactions, all guarded by one election, until closed. */
final class GuardedWriters implements AutoCloseable {
    private static final int WRITERS = 16;

    private final ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
    private final List<CompletableFuture<Void>> all = new ArrayList<>();
    private final AtomicInteger committed = new AtomicInteger();
    private volatile boolean writing = true;

    /** Starts the writers. Above READ COMMITTED their transactions also lock the row, as a fence does. */
    GuardedWriters(PostgresFixture fixture, String election, int isolation) {
        for (int i = 0; i < WRITERS; i++) {
            all.add(CompletableFuture.runAsync(() -> run(fixture, election, isolation), threads));
        }
        PostgresFixture.await("the writers commit", () -> committed.get() > 2 * WRITERS);
    }

    private void run(PostgresFixture fixture, String election, int isolation) {
        try (Connection connection = fixture.connectPlainSession()) {
            connection.setTransactionIsolation(isolation);
            connection.setAutoCommit(false);
            while (writing) {
                write(connection, election);
            }
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private void write(Connection connection, String election) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            guard(statement, election, connection.getTransactionIsolation());
            statement.execute("SELECT pg_sleep(0.02)");
            connection.commit();
            committed.incrementAndGet();
        } catch (SQLException failed) {
            if (!"40001".equals(failed.getSQLState())) {
                throw failed;
            }
            connection.rollback();
        }
    }

    static void guard(Statement statement, String election, int isolation) throws SQLException {
        statement.execute("SELECT pg_advisory_xact_lock_shared(" + AdvisoryKeys.guardOf(election) + ")");
        if (isolation != Connection.TRANSACTION_READ_COMMITTED) {
            statement.execute("SELECT epoch FROM baton_epochs WHERE election = '" + election + "' FOR SHARE");
        }
    }

    int committed() {
        return committed.get();
    }

    @Override
    public void close() {
        writing = false;
        all.forEach(CompletableFuture::join);
        threads.shutdown();
    }
}
