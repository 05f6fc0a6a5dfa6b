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

/** A pool of a database's connections. */
final class JobConnectionPool {
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(5);
    private static final int POOL = 8;

    private JobConnectionPool() {}

    static StoreConnections connections(String url) {
        return StoreConnections.to(url, new StoreSettings(REQUEST_TIMEOUT, POOL));
    }

    /** A pool that can be made while the database is out of reach. */
    static HikariDataSource pool(StoreConnections connections) {
        return new HikariDataSource(config(connections));
    }

    /** A pool of one connection to PostgreSQL, with tables that nobody else sees. */
    static HikariDataSource apart(StoreConnections connections) {
        HikariConfig config = config(connections);
        config.setMaximumPoolSize(1);
        config.setConnectionInitSql(JobSchema.temporary());
        return new HikariDataSource(config);
    }

    private static HikariConfig config(StoreConnections connections) {
        HikariConfig config = new HikariConfig();
        config.setDataSource(new Unpooled(connections));
        config.setPoolName("baton-ledger");
        config.setMaximumPoolSize(POOL);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(REQUEST_TIMEOUT.toMillis());
        config.setInitializationFailTimeout(-1);
        return config;
    }

    /** New connections only: what the pool draws from. */
    private record Unpooled(StoreConnections connections) implements DataSource {

        @Override
        public Connection getConnection() throws SQLException {
            return connections.open();
        }

        @Override
        public Connection getConnection(String user, String password) throws SQLException {
            throw new SQLFeatureNotSupportedException("the URL says who connects");
        }

        @Override
        public @Nullable PrintWriter getLogWriter() {
            return null;
        }

        @Override
        public void setLogWriter(PrintWriter out) {}

        @Override
        public void setLoginTimeout(int seconds) {}

        /** The pool waits so long for a connection that is being made when it is closed. */
        @Override
        public int getLoginTimeout() {
            return (int) REQUEST_TIMEOUT.toSeconds();
        }

        @Override
        public Logger getParentLogger() throws SQLFeatureNotSupportedException {
            throw new SQLFeatureNotSupportedException("slf4j is used");
        }

        @Override
        public <T> T unwrap(Class<T> type) throws SQLException {
            throw new SQLException("this wraps nothing");
        }

        @Override
        public boolean isWrapperFor(Class<?> type) {
            return false;
        }
    }
}
