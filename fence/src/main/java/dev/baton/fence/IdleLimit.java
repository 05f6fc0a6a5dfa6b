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

    /** Sets it for this transaction, unless it is shorter already; {@link #fill} has its parameters. */
    static final String EXPRESSION = "set_config('" + SETTING + "', CASE current_setting('" + SETTING
            + "') WHEN '0' THEN ? ELSE least((extract(epoch FROM current_setting('" + SETTING
            + "')::interval) * 1000)::bigint, ?)::text END, true)";

    private IdleLimit() {}

    static boolean isPostgres(Connection connection) throws SQLException {
        return connection.getMetaData().getDatabaseProductName().equalsIgnoreCase("PostgreSQL");
    }

    /** What remains of the leadership; never 0, which would mean no limit. */
    static long millis(Leadership leadership) {
        return Math.max(1, Math.min(Integer.MAX_VALUE, leadership.remaining().toMillis()));
    }

    /** Sets the two parameters that the expression has, from this one on. */
    static void fill(PreparedStatement statement, int first, Leadership leadership) throws SQLException {
        long millis = millis(leadership);
        statement.setString(first, Long.toString(millis));
        statement.setLong(first + 1, millis);
    }

    static void set(Connection connection, Leadership leadership) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT " + EXPRESSION)) {
            fill(statement, 1, leadership);
            statement.execute();
        }
    }
}
