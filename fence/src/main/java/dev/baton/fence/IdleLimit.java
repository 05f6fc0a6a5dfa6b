package dev.baton.fence;

import dev.baton.Leadership;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * PostgreSQL's own bound on a transaction whose client stands still. A frozen leader would otherwise keep
 * its guard, and its chance to commit, for ever.
 */
final class IdleLimit {
    private static final String SETTING = "idle_in_transaction_session_timeout";

    /** Sets it for this transaction, to two equal parameters in milliseconds, unless it is shorter already. */
    static final String EXPRESSION = "(SELECT set_config('" + SETTING
            + "', (CASE WHEN s.millis BETWEEN 1 AND ? THEN s.millis ELSE ? END)::text, true) FROM (SELECT"
            + " (extract(epoch FROM current_setting('" + SETTING + "')::interval) * 1000)::bigint AS millis) AS s)";

    private IdleLimit() {}

    static boolean isPostgres(Connection connection) throws SQLException {
        return connection.getMetaData().getDatabaseProductName().equalsIgnoreCase("PostgreSQL");
    }

    /** What remains of the leadership; never 0, which would mean no limit. */
    static long millis(Leadership leadership) {
        return Math.max(1, Math.min(Integer.MAX_VALUE, leadership.remaining().toMillis()));
    }

    static void set(Connection connection, Leadership leadership) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT " + EXPRESSION)) {
            statement.setLong(1, millis(leadership));
            statement.setLong(2, millis(leadership));
            statement.execute();
        }
    }
}
