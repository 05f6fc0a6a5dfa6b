package dev.baton.postgres;

import dev.baton.spi.AdvisoryKeys;
import dev.baton.support.sql.SqlQuery;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Reads from {@code pg_locks} which sessions hold an election's lock or wait for it, including foreign ones. */
final class LockTable {
    private static final String SESSIONS = "SELECT l.pid, coalesce(host(a.client_addr), 'local'),"
            + " coalesce(a.application_name, ''), coalesce(a.usename, ''), l.granted,"
            + " coalesce(to_char(a.backend_start AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"'), '')"
            + " FROM pg_locks l LEFT JOIN pg_stat_activity a USING (pid)"
            + " WHERE l.locktype = 'advisory' AND l.objsubid = 2"
            + " AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())"
            + " AND l.classid::bigint = (?::bigint & 4294967295) AND l.objid::bigint = (?::bigint & 4294967295)"
            + " ORDER BY l.granted DESC, l.pid";

    private LockTable() {}

    /**
     * Returns one line of text for each session.
     *
     * @param defaultKeys the keys of an election that is not recorded yet
     */
    static List<String> explain(Connection connection, String election, AdvisoryKeys defaultKeys) throws SQLException {
        AdvisoryKeys keys = recordedKeys(connection, election).orElse(defaultKeys);
        String prefix = "pg_locks(" + keys.key1() + ", " + keys.key2() + "): ";
        List<String> lines = SqlQuery.of(connection, SESSIONS, keys.key1(), keys.key2())
                .all(row -> prefix + (row.getBoolean(5) ? "held by" : "waited for by") + " pid " + row.getInt(1)
                        + " from " + row.getString(2) + ", user " + row.getString(4) + ", \"" + row.getString(3)
                        + "\", connected since " + row.getString(6));
        return lines.isEmpty() ? List.of(prefix + "not held") : lines;
    }

    private static Optional<AdvisoryKeys> recordedKeys(Connection connection, String election) throws SQLException {
        return SqlErrors.orIfNoTable(
                Optional.empty(),
                () -> SqlQuery.of(connection, EpochTable.KEYS, election)
                        .first(row -> new AdvisoryKeys(row.getInt(1), row.getInt(2))));
    }
}
