package dev.baton.store;

import dev.baton.support.thread.LastingLoop;
import dev.baton.support.thread.NamedThreads;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** Listens for notifications of a PostgreSQL server on its own connection, and reconnects after every failure. */
final class PostgresNotifications implements AutoCloseable {
    private static final int SILENCE_MILLIS = 10_000;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final PostgresDatabase database;
    private final Runnable listener;
    private final Thread thread = NamedThreads.daemon("baton-store-listen", this::run);
    private volatile boolean open = true;
    private volatile @Nullable Connection current;

    PostgresNotifications(PostgresDatabase database, Runnable listener) {
        this.database = database;
        this.listener = listener;
    }

    PostgresNotifications start() {
        thread.start();
        return this;
    }

    private void run() {
        LastingLoop.run("the listener", this::listenOnce);
    }

    /** Listens until the connection is lost. Returns false when the listener is closed. */
    private boolean listenOnce() {
        if (open) {
            try (Connection connection = database.connect()) {
                current = connection;
                listen(connection);
            } catch (SQLException | RuntimeException lost) {
                SessionPool.LOG.debug("cannot listen on {}; retrying", database.shown(), lost);
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
        return open;
    }

    private void listen(Connection connection) throws SQLException {
        PGConnection pg = connection.unwrap(PGConnection.class);
        try (Statement statement = connection.createStatement()) {
            statement.execute("LISTEN " + PostgresDatabase.CHANNEL);
            FileChangeListener.callSafely(listener, database.shown());
            while (open) {
                if (isAny(pg.getNotifications(SILENCE_MILLIS))) {
                    FileChangeListener.callSafely(listener, database.shown());
                    continue;
                }
                // After a long silence a query finds out whether the server still answers.
                statement.execute("SELECT 1");
                // Notifications that arrived with the response would otherwise wait for the next one.
                if (isAny(pg.getNotifications())) {
                    FileChangeListener.callSafely(listener, database.shown());
                }
            }
        }
    }

    private static boolean isAny(PGNotification @Nullable [] received) {
        return received != null && received.length > 0;
    }

    @Override
    public void close() throws SQLException {
        open = false;
        LockSupport.unpark(thread);
        Connection connection = current;
        if (connection != null) {
            connection.abort(Runnable::run);
        }
    }
}
