package dev.baton.fence;

import dev.baton.Leadership;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * PostgreSQL's own bound on a transaction whose client stands still. A frozen leader would otherwise keep
 * its guard, and its chance to commit, for ever.
 */
final class IdleTransactionTimeout {
    private static final String SETTING = "idle_in_transaction_session_timeout";

    /** Tells the limit that the session had, and sets one for this transaction: two columns. */
    static final String REPLACED = "current_setting('" + SETTING + "'), set_config('" + SETTING + "', ?, true)";

    /** Sets a limit for this transaction, unless the session has one, and tells which holds now. */
    static final String HELD = "set_config('" + SETTING + "', CASE current_setting('" + SETTING
            + "') WHEN '0' THEN ? ELSE current_setting('" + SETTING + "') END, true)";

    private static final String NONE = "0";
    private static final Pattern SHOWN = Pattern.compile("(\\d+)(ms|s|min|h|d)?");
    private static final Map<String, Duration> UNITS = Map.of(
            "ms", Duration.ofMillis(1),
            "s", Duration.ofSeconds(1),
            "min", Duration.ofMinutes(1),
            "h", Duration.ofHours(1),
            "d", Duration.ofDays(1));

    private IdleTransactionTimeout() {}

    static boolean isPostgres(Connection connection) throws SQLException {
        return connection.getMetaData().getDatabaseProductName().equalsIgnoreCase("PostgreSQL");
    }

    /** What remains of the leadership; never 0, which would mean no limit. */
    static long millis(Leadership leadership) {
        return Math.max(1, Math.min(Integer.MAX_VALUE, leadership.remaining().toMillis()));
    }

    /** Whether a limit, as the server shows it, is one, and no longer than this. */
    static boolean isWithin(String shown, long millis) {
        return !shown.equals(NONE)
                && millisOf(shown).filter(limit -> limit > 0 && limit <= millis).isPresent();
    }

    /** Sets the limit for this transaction. */
    static void set(Connection connection, String limit) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT set_config('" + SETTING + "', ?, true)")) {
            statement.setString(1, limit);
            statement.execute();
        }
    }

    /** Sets the limit to what remains of the leadership, unless the session has a shorter one. */
    static void set(Connection connection, Leadership leadership) throws SQLException {
        long millis = millis(leadership);
        try (PreparedStatement statement = connection.prepareStatement("SELECT " + HELD)) {
            statement.setString(1, Long.toString(millis));
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                if (!isWithin(row.getString(1), millis)) {
                    set(connection, Long.toString(millis));
                }
            }
        }
    }

    /** A time as the server shows it: in the largest unit that leaves no rest. */
    static Optional<Long> millisOf(String shown) {
        Matcher parts = SHOWN.matcher(shown);
        if (!parts.matches()) {
            return Optional.empty();
        }
        Duration unit = UNITS.getOrDefault(parts.group(2) == null ? "ms" : parts.group(2), Duration.ofMillis(1));
        return Optional.of(unit.multipliedBy(Long.parseLong(parts.group(1))).toMillis());
    }
}
