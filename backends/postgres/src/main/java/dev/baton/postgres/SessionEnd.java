package dev.baton.postgres;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import org.postgresql.jdbc.PgConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends server sessions. Closing a pooled connection would only return it to its pool, with our locks and settings. So
 * the driver's own connection is closed first, and then the pool gets back a connection that it must replace.
 */
final class SessionEnd {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    private SessionEnd() {}

    private interface Step {
        void run() throws SQLException, IOException;
    }

    /** Closes the session in an orderly way; aborts it if that fails. */
    static void close(Connection connection) {
        try {
            driverConnection(connection).close();
            connection.close();
        } catch (SQLException failed) {
            abort(connection);
        }
    }

    /** Aborts the session from any thread. A statement that waits on it fails, and the server frees its locks. */
    static void abort(Connection connection) {
        attempt(() -> driverConnection(connection).abort(Runnable::run));
        DriverConnections.socketOf(connection).ifPresent(socket -> attempt(socket::close));
        attempt(connection::close);
    }

    private static Connection driverConnection(Connection connection) {
        try {
            return connection.isWrapperFor(PgConnection.class) ? connection.unwrap(PgConnection.class) : connection;
        } catch (SQLException broken) {
            return connection;
        }
    }

    private static void attempt(Step step) {
        try {
            step.run();
        } catch (SQLException | IOException gone) {
            LOG.debug("could not close a connection", gone);
        }
    }
}
