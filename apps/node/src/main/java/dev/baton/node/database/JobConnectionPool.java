package dev.baton.node.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.store.StoreConnections;
import dev.baton.store.StoreSettings;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Connection pools of a job database. */
final class JobConnectionPool {
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(5);
    private static final int SIZE = 8;

    private JobConnectionPool() {}

    static StoreConnections connections(String url) {
        return StoreConnections.to(url, new StoreSettings(REQUEST_TIMEOUT, SIZE));
    }

    /**
     * Returns a pool; the database need not be reachable yet.
     *
     * @param temporary whether it has one PostgreSQL connection with temporary tables, which no other session sees
     */
    static HikariDataSource pool(StoreConnections connections, boolean temporary) {
        HikariConfig config = new HikariConfig();
        config.setDataSource(new Unpooled(connections));
        config.setPoolName("baton-jobs");
        config.setMaximumPoolSize(temporary ? 1 : SIZE);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(REQUEST_TIMEOUT.toMillis());
        config.setInitializationFailTimeout(-1);
        if (temporary) {
            config.setConnectionInitSql(JobSchema.temporaryTables());
        }
        return new HikariDataSource(config);
    }

    /** Opens the connections of the pool. */
    private record Unpooled(StoreConnections connections) implements DataSource {

        @Override
        public Connection getConnection() throws SQLException {
            return connections.open();
        }

        @Override
        public Connection getConnection(String user, String password) throws SQLException {
            throw new SQLFeatureNotSupportedException("the user is part of the URL");
        }

        @Override
        public @Nullable PrintWriter getLogWriter() {
            return null;
        }

        @Override
        public void setLogWriter(PrintWriter out) {}

        @Override
        public void setLoginTimeout(int seconds) {}

        /** On close, the pool waits this long for a connection attempt. */
        @Override
        public int getLoginTimeout() {
            return (int) REQUEST_TIMEOUT.toSeconds();
        }

        @Override
        public Logger getParentLogger() throws SQLFeatureNotSupportedException {
            throw new SQLFeatureNotSupportedException("this uses SLF4J");
        }

        @Override
        public <T> T unwrap(Class<T> type) throws SQLException {
            throw new SQLException("not a wrapper");
        }

        @Override
        public boolean isWrapperFor(Class<?> type) {
            return false;
        }
    }
}
