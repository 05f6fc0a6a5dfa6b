package dev.baton.fence;

import dev.baton.Leadership;
import dev.baton.support.sql.SqlQuery;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * PostgreSQL's limit for a transaction whose client is idle. Without it a frozen leader would keep its guard, and could
 * still commit, for an unlimited time.
 */
final class IdleTransactionTimeout {
    private static final String SETTING = "idle_in_transaction_session_timeout";

    /** Two columns: returns the session's own limit, and sets one for this transaction. */
    static final String REPLACE = "current_setting('" + SETTING + "'), set_config('" + SETTING + "', ?, true)";

    /** One column: sets a limit for this transaction unless the session has its own, and returns the one in effect. */
    static final String KEEP = "set_config('" + SETTING + "', CASE current_setting('" + SETTING
            + "') WHEN '0' THEN ? ELSE current_setting('" + SETTING + "') END, true)";

    private static final Pattern SHOWN = Pattern.compile("(\\d+)(ms|s|min|h|d)?");
    private static final Map<String, Long> UNIT_MILLIS =
            Map.of("ms", 1L, "s", 1_000L, "min", 60_000L, "h", 3_600_000L, "d", 86_400_000L);

    private IdleTransactionTimeout() {}

    static boolean isPostgres(Connection connection) throws SQLException {
        return connection.getMetaData().getDatabaseProductName().equalsIgnoreCase("PostgreSQL");
    }

    /** Returns the remaining time of the leadership; never 0, which would mean no limit. */
    static long millis(Leadership leadership) {
        return Math.max(1, Math.min(Integer.MAX_VALUE, leadership.remaining().toMillis()));
    }

    /** Returns whether the session has a limit, and it is no longer than the given one. */
    static boolean isWithin(String shown, long millis) {
        return millisOf(shown).filter(limit -> limit > 0 && limit <= millis).isPresent();
    }

    /** Sets the limit for this transaction. */
    static void set(Connection connection, String limit) throws SQLException {
        SqlQuery.of(connection, "SELECT set_config('" + SETTING + "', ?, true)", limit)
                .hasRow();
    }

    /** Limits this transaction to the remaining time of the leadership, unless the session has a shorter limit. */
    static void limit(Connection connection, Leadership leadership) throws SQLException {
        String millis = Long.toString(millis(leadership));
        Optional<String> shown =
                SqlQuery.of(connection, "SELECT " + KEEP, millis).first(row -> row.getString(1));
        if (shown.filter(limit -> isWithin(limit, Long.parseLong(millis))).isEmpty()) {
            set(connection, millis);
        }
    }

    /** Parses a time as the server shows it: in the largest unit that divides it. */
    static Optional<Long> millisOf(String shown) {
        Matcher parts = SHOWN.matcher(shown);
        if (!parts.matches()) {
            return Optional.empty();
        }
        long unit = parts.group(2) == null ? 1 : UNIT_MILLIS.getOrDefault(parts.group(2), 1L);
        return Optional.of(unit * Long.parseLong(parts.group(1)));
    }
}
