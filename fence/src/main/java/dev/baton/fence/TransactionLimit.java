package dev.baton.fence;

import dev.baton.Leadership;
import dev.baton.support.sql.SqlQuery;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
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

    private static final String IDLE = "idle_in_transaction_session_timeout";
    private static final String STATEMENT = "statement_timeout";
    private static final String UNREAD = "tcp_user_timeout";

    /**
     * A column with two parameters: ends a connection whose client does not read what the server sends. The limits above do not apply
     * while the server waits for that. Only Linux has it; the server shows it in milliseconds without a unit.
     */
    private static final String LOWER_UNREAD = "set_config('" + UNREAD + "', CASE WHEN version() NOT LIKE '%linux%'"
            + " OR current_setting('" + UNREAD + "')::bigint BETWEEN 1 AND ?::bigint THEN current_setting('" + UNREAD
            + "') ELSE ? END, true)";

    /** Limits a transaction whose client is idle, and each of its statements, unless the session has a shorter limit. */
    static final TransactionLimit IDLE_AND_STATEMENT =
            new TransactionLimit(IDLE, ", " + lower(STATEMENT) + ", " + LOWER_UNREAD);

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

    /** Returns a column with two parameters: lowers a setting for this transaction, unless it is lower. */
    private static String lower(String setting) {
        String now = "current_setting('" + setting + "')";
        return "set_config('" + setting + "', CASE WHEN " + now + " = '0' OR " + now
                + "::interval > (? || 'ms')::interval THEN ? ELSE " + now + " END, true)";
    }

    /** Returns as many parameters as the columns have places for the limit. */
    static Object[] parameters(String columns, long millis) {
        return Collections.nCopies(places(columns), Long.toString(millis)).toArray();
    }

    /** Returns in how many places the columns take the limit. */
    static int places(String columns) {
        return (int) columns.chars().filter(each -> each == '?').count();
    }

    /** Lowers the limits that apply to each statement and each pause of this transaction. */
    static void lower(Connection connection, long millis) throws SQLException {
        String columns = lower(IDLE) + ", " + lower(STATEMENT) + ", " + LOWER_UNREAD;
        SqlQuery.of(connection, "SELECT " + columns, parameters(columns, millis))
                .hasRow();
    }

    static boolean isPostgres(Connection connection) throws SQLException {
        return connection.getMetaData().getDatabaseProductName().equalsIgnoreCase("PostgreSQL");
    }

    /** Returns the remaining time of the leadership; never 0, which would mean no limit. */
    static long millis(Leadership leadership) {
        return millis(leadership.remaining());
    }

    static long millis(Duration remaining) {
        return Math.max(1, Math.min(Integer.MAX_VALUE, remaining.toMillis()));
    }

    /** Returns whether the session has a limit, and it is no longer than the given one. */
    static boolean isWithin(String shown, long millis) {
        return millisOf(shown).filter(limit -> limit > 0 && limit <= millis).isPresent();
    }

    /** Returns whether the limit runs from the moment it is set, and not from the next statement or pause. */
    boolean isRunning() {
        return equals(WHOLE);
    }

    /** Sets the limit for this transaction. One that {@linkplain #isRunning runs} already goes on as it is. */
    void set(Connection connection, String limit) throws SQLException {
        SqlQuery.of(connection, "SELECT set_config('" + setting + "', ?, true)", limit)
                .hasRow();
    }

    /** Sets a shorter limit than the one that runs. The server starts a limit only if none runs, so that one is ended first. */
    void restart(Connection connection, long millis) throws SQLException {
        SqlQuery.of(
                        connection,
                        "SELECT set_config('" + setting + "', '0', true), set_config('" + setting + "', ?, true)",
                        Long.toString(millis))
                .hasRow();
    }

    /** Limits this transaction to the remaining time of the leadership, unless the session has a shorter limit. */
    void limit(Connection connection, Leadership leadership) throws SQLException {
        long millis = millis(leadership);
        String shown = SqlQuery.of(connection, "SELECT " + keep(), parameters(keep(), millis))
                .first(row -> row.getString(1))
                .orElse("");
        shorten(connection, shown, millis);
    }

    /** Shortens the limit that {@link #keep} returned, if it is longer. */
    void shorten(Connection connection, String kept, long millis) throws SQLException {
        if (!isWithin(kept, millis)) {
            restart(connection, millis);
        }
    }

    /** Parses a time as the server shows it: in the largest unit that divides it. */
    static Optional<Long> millisOf(String shown) {
        if (shown.equals("0")) {
            return Optional.of(0L);
        }
        Matcher parts = SHOWN.matcher(shown);
        if (!parts.matches()) {
            return Optional.empty();
        }
        long unit = parts.group(2) == null ? 1 : UNIT_MILLIS.getOrDefault(parts.group(2), 1L);
        return Optional.of(unit * Long.parseLong(parts.group(1)));
    }
}
