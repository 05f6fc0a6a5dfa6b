package dev.baton.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.postgresql.ds.common.BaseDataSource;

/** Connections of the application's own {@code DataSource}. Their sockets cannot be watched. */
record DataSourceConnections(DataSource dataSource, Duration timeout) implements ConnectionFactory {

    @Override
    public Connection connect(String use) throws SQLException {
        Connection connection = dataSource.getConnection();
        try {
            connection.setNetworkTimeout(Runnable::run, Math.toIntExact(timeout.toMillis()));
            if (!connection.getAutoCommit()) {
                connection.setAutoCommit(true);
            }
            connection.setClientInfo("ApplicationName", DriverConnections.applicationName(use));
            return connection;
        } catch (SQLException | RuntimeException failed) {
            SessionEnd.abort(connection);
            throw failed;
        }
    }

    @Override
    public String describe() {
        return dataSource instanceof BaseDataSource known
                ? "postgres://" + known.getUser() + "@" + known.getServerNames()[0] + ":" + known.getPortNumbers()[0]
                        + "/" + known.getDatabaseName()
                : "PostgreSQL (DataSource)";
    }
}
