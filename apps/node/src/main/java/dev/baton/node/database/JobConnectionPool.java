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
    private static final int READ_CONNECTIONS = 8;

    /** Writes share transactions, so a few are enough for them and for the reads of the controller itself. */
    private static final int CONTROL_CONNECTIONS = 4;

    private JobConnectionPool() {}

    /** Opens connections. */
    @FunctionalInterface
    interface Source {
        Connection open() throws SQLException;
    }

    static StoreConnections connections(String url) {
        return StoreConnections.to(url, new StoreSettings(REQUEST_TIMEOUT, READ_CONNECTIONS + CONTROL_CONNECTIONS));
    }

    /** Returns the pool for reads of clients; the database need not be reachable yet. */
    static HikariDataSource forReads(Source connections) {
        return new HikariDataSource(config(connections, "baton-job-reads", READ_CONNECTIONS));
    }

    /** Returns the pool for writes and for the reads on which leading depends. Slow reads of clients never use it. */
    static HikariDataSource forControl(Source connections) {
        return new HikariDataSource(config(connections, "baton-jobs", CONTROL_CONNECTIONS));
    }

    /** Returns a pool of one PostgreSQL connection with temporary tables, which no other session sees. */
    static HikariDataSource temporary(StoreConnections connections) {
        HikariConfig config = config(connections::open, "baton-jobs", 1);
        config.setConnectionInitSql(JobSchema.temporaryTables());
        return new HikariDataSource(config);
    }

    private static HikariConfig config(Source connections, String name, int size) {
        HikariConfig config = new HikariConfig();
        config.setDataSource(new Unpooled(connections));
        config.setPoolName(name);
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(REQUEST_TIMEOUT.toMillis());
        config.setInitializationFailTimeout(-1);
        return config;
    }

    /** Opens the connections of the pool. */
    private record Unpooled(Source connections) implements DataSource {

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
