package dev.baton.support.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Queries of tables that may not exist. "No such table" is believed only if the database could be read: a connection to
 * an SQLite file reports it from memory while another one, which has created the table, keeps the file locked.
 */
public final class AbsentTable {
    private static final int ATTEMPTS = 3;

    /** How PostgreSQL, H2, MySQL and Derby report a missing table. SQLite has no SQL states. */
    private static final Set<String> STATES = Set.of("42P01", "42S02", "42S03", "42S04", "42X05");

    private static final Pattern SQLITE = Pattern.compile("no such table: (?:main\\.)?(\\w+)");

    private AbsentTable() {}

    /** A query on one connection. */
    @FunctionalInterface
    public interface Query<T> {
        T run() throws SQLException;
    }

    /**
     * Runs the query, and again if its table was created meanwhile. The connection must be in auto-commit mode.
     *
     * @return its result; the given one if a table of it does not exist
     * @throws SQLException also if it cannot be found out whether the table exists
     */
    public static <T> T orElse(Connection connection, T absent, Query<T> query) throws SQLException {
        for (int attempt = 1; true; attempt++) {
            try {
                return query.run();
            } catch (SQLException failed) {
                if (isAbsent(connection, failed)) {
                    return absent;
                }
                if (attempt == ATTEMPTS || !sqliteTable(failed).find()) {
                    throw failed;
                }
            }
        }
    }

    private static boolean isAbsent(Connection connection, SQLException failed) throws SQLException {
        Matcher table = sqliteTable(failed);
        if (!table.find()) {
            return STATES.contains(state(failed));
        }
        // This reads the file, and waits for its lock; what the connection remembers of the tables is then renewed.
        return SqlQuery.of(connection, "SELECT 1 FROM sqlite_master WHERE lower(name) = lower(?)", table.group(1))
                .first(row -> true)
                .isEmpty();
    }

    private static Matcher sqliteTable(SQLException failed) {
        return SQLITE.matcher(state(failed).isEmpty() ? String.valueOf(failed.getMessage()) : "");
    }

    private static String state(SQLException failed) {
        return Objects.requireNonNullElse(failed.getSQLState(), "");
    }
}
