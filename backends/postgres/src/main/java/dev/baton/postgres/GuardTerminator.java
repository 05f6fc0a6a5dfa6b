package dev.baton.postgres;

import dev.baton.spi.AdvisoryKeys;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends transactions fenced by an older epoch that keep a raise waiting: at once when they stood idle for
 * longer than a leadership lasts, which only a frozen or forgotten one does, and all when time is up.
 */
final class GuardTerminator {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    private static final String STATEMENT = "SELECT l.pid, pg_terminate_backend(l.pid) FROM pg_locks l"
            + " JOIN pg_stat_activity a USING (pid) WHERE l.locktype = 'advisory' AND l.objsubid = 1 AND l.granted"
            + " AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())"
            + " AND l.classid::bigint = ((?::bigint >> 32) & 4294967295) AND l.objid::bigint = (?::bigint & 4294967295)"
            + " AND l.pid <> pg_backend_pid() AND (? OR (a.state LIKE 'idle in transaction%'"
            + " AND a.state_change < clock_timestamp() - ? * interval '1 ms'))";

    private GuardTerminator() {}

    static void on(Connection connection, String election, Duration patience, boolean timeIsUp) throws SQLException {
        long guard = AdvisoryKeys.guardOf(election);
        try (PreparedStatement statement = connection.prepareStatement(STATEMENT)) {
            statement.setLong(1, guard);
            statement.setLong(2, guard);
            statement.setBoolean(3, timeIsUp);
            statement.setLong(4, patience.toMillis());
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    LOG.warn(
                            "election={} ended server process {}: its transaction, fenced by an older epoch, kept the"
                                    + " next leader waiting",
                            election,
                            row.getInt(1));
                }
            }
        }
    }
}
