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
 * PostgreSQL's limit for a guarded transaction. Without it a frozen leader would keep its guard, and could still commit, for
 * an unlimited time.
 *
 * @param setting the server's setting
 * @param also further columns that set limits; may be empty
 */
record TransactionLimit(String setting, String also) {
    private static final int WITH_TRANSACTION_TIMEOUT = 17;

    /** Limits a transaction whose client is idle. */
    static final TransactionLimit IDLE = new TransactionLimit("idle_in_transaction_session_timeout", "");

    /** Limits a transaction whose client is idle, and each of its statements, unless the session has a shorter limit. */
    static final TransactionLimit IDLE_AND_STATEMENT = new TransactionLimit(
            IDLE.setting,
            ", set_config('statement_timeout', CASE WHEN current_setting('statement_timeout') = '0'"
                    + " OR current_setting('statement_timeout')::interval > (? || 'ms')::interval"
                    + " THEN ? ELSE current_setting('statement_timeout') END, true)");

    /** Limits the whole transaction, whatever its client does. */
    static final TransactionLimit WHOLE = new TransactionLimit("transaction_timeout", "");

    private static final Pattern SHOWN = Pattern.compile("(\\d+)(ms|s|min|h|d)?");
    private static final Map<String, Long> UNIT_MILLIS =
            Map.of("ms", 1L, "s", 1_000L, "min", 60_000L, "h", 3_600_000L, "d", 86_400_000L);

    /** Returns the strictest limit that the server has. */
    static TransactionLimit strictest(Connection connection) throws SQLException {
        return connection.getMetaData().getDatabaseMajorVersion() >= WITH_TRANSACTION_TIMEOUT
                ? WHOLE
                : IDLE_AND_STATEMENT;
    }

    /** Returns columns: the session's own limit, and others that set one for this transaction. */
    String replace() {
        return "current_setting('" + setting + "'), set_config('" + setting + "', ?, true)" + also;
    }

    /** Returns columns: the limit in effect, after setting one for this transaction unless the session has its own. */
    String keep() {
        return "set_config('" + setting + "', CASE current_setting('" + setting + "') WHEN '0' THEN ? ELSE"
                + " current_setting('" + setting + "') END, true)" + also;
    }

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
    void set(Connection connection, String limit) throws SQLException {
        SqlQuery.of(connection, "SELECT set_config('" + setting + "', ?, true)", limit)
                .hasRow();
    }

    /** Limits this transaction to the remaining time of the leadership, unless the session has a shorter limit. */
    void limit(Connection connection, Leadership leadership) throws SQLException {
        String millis = Long.toString(millis(leadership));
        Optional<String> shown =
                SqlQuery.of(connection, "SELECT " + keep(), millis).first(row -> row.getString(1));
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
