package dev.baton.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** Listens on a PostgreSQL server, with a connection of its own, and comes back after every failure. */
final class PostgresNotifications implements AutoCloseable {
    private static final int QUIET_MILLIS = 10_000;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final PostgresDatabase database;
    private final Runnable news;
    private final Thread thread = new Thread(this::run, "baton-store-listen");
    private volatile boolean open = true;
    private volatile @Nullable Connection current;

    PostgresNotifications(PostgresDatabase database, Runnable news) {
        this.database = database;
        this.news = news;
    }

    PostgresNotifications started() {
        thread.setDaemon(true);
        thread.start();
        return this;
    }

    private void run() {
        while (open) {
            try (Connection connection = database.connect()) {
                current = connection;
                listen(connection);
            } catch (SQLException lost) {
                SessionPool.LOG.debug("not listening on {}", database.shown(), lost);
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private void listen(Connection connection) throws SQLException {
        PGConnection pg = connection.unwrap(PGConnection.class);
        try (Statement statement = connection.createStatement()) {
            statement.execute("LISTEN " + PostgresDatabase.CHANNEL);
            news.run();
            while (open) {
                if (isNews(pg.getNotifications(QUIET_MILLIS))) {
                    news.run();
                    continue;
                }
                // Without a word for so long: a question finds out whether the server is still there.
                statement.execute("SELECT 1");
                // What came with the answer would otherwise lie there until the next word.
                if (isNews(pg.getNotifications())) {
                    news.run();
                }
            }
        }
    }

    private static boolean isNews(PGNotification @Nullable [] heard) {
        return heard != null && heard.length > 0;
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
