package dev.baton.postgres;

import dev.baton.support.sql.SqlQuery;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/**
 * The settings of the sequence that every raise of an epoch advances. Fences use the sequence as a shortcut only if its
 * value changes with every raise, at once. That is not so if sessions cache values, or if values come again.
 */
record RaiseSequence(long cache, long increment, boolean cycles) {
    private static final String SETTINGS =
            "SELECT seqcache, seqincrement, seqcycle FROM pg_sequence WHERE seqrelid = 'baton_raises'::regclass";

    static RaiseSequence read(Connection connection) throws SQLException {
        return SqlQuery.of(connection, SETTINGS)
                .first(row -> new RaiseSequence(row.getLong(1), row.getLong(2), row.getBoolean(3)))
                .orElseThrow(() -> new SQLException("baton_raises is not a sequence", "42809"));
    }

    /** Returns what is wrong, and the statement that repairs it. */
    Optional<String> problem() {
        return cache == 1 && increment == 1 && !cycles
                ? Optional.empty()
                : Optional.of("the sequence baton_raises has CACHE " + cache + ", INCREMENT " + increment
                        + (cycles ? ", CYCLE" : "") + ": fences compare every epoch instead of using it, which is"
                        + " slower. Run: ALTER SEQUENCE baton_raises INCREMENT 1 CACHE 1 NO CYCLE");
    }
}
