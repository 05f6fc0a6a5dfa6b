package dev.baton.postgres;

import dev.baton.LeaderInfo;
import dev.baton.Tenure;
import dev.baton.spi.AdvisoryKeys;
import dev.baton.spi.TenureReporter;
import dev.baton.support.sql.SqlQuery;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.List;
import java.util.Optional;

/** Reads an election's leader, its history, and the sessions at its lock. Missing tables count as empty. */
final class PostgresLeaderReader {
    private static final String SESSIONS = "SELECT l.pid, coalesce(host(a.client_addr), 'local'),"
            + " coalesce(a.application_name, ''), coalesce(a.usename, ''), l.granted,"
            + " coalesce(to_char(a.backend_start AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"'), '')"
            + " FROM pg_locks l LEFT JOIN pg_stat_activity a USING (pid)"
            + " WHERE l.locktype = 'advisory' AND l.objsubid = 2"
            + " AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())"
            + " AND l.classid::bigint = (?::bigint & 4294967295) AND l.objid::bigint = (?::bigint & 4294967295)"
            + " ORDER BY l.granted DESC, l.pid";

    private PostgresLeaderReader() {}

    static Optional<LeaderInfo> leader(Connection connection, String election) throws SQLException {
        return SqlErrors.orIfNoTable(
                Optional.empty(),
                () -> SqlQuery.of(connection, EpochTable.LEADER, election).first(row -> leaderInfo(election, row)));
    }

    static List<String> elections(Connection connection) throws SQLException {
        return SqlErrors.orIfNoTable(
                List.of(), () -> SqlQuery.of(connection, EpochTable.ELECTIONS).all(row -> row.getString(1)));
    }

    static List<Tenure> history(Connection connection, String election) throws SQLException {
        String sql = "SELECT epoch, instance_id, began_at, ended_at, reason"
                + " FROM baton_reigns WHERE election = ? ORDER BY epoch";
        return SqlErrors.orIfNoTable(
                List.of(),
                () -> SqlQuery.of(connection, sql, election)
                        .all(row -> new Tenure(
                                row.getLong(1),
                                row.getString(2),
                                row.getTimestamp(3).toInstant(),
                                Optional.ofNullable(row.getTimestamp(4)).map(Timestamp::toInstant),
                                Optional.ofNullable(row.getString(5)))));
    }

    /** Returns the last epoch that began at least this long ago; 0 if there is none. */
    static long epochBefore(Connection connection, String election, long agoMillis) throws SQLException {
        String sql = "SELECT coalesce(max(epoch), 0) FROM baton_reigns WHERE election = ?"
                + " AND began_at <= clock_timestamp() - ? * interval '1 ms'";
        return SqlErrors.orIfNoTable(
                0L,
                () -> SqlQuery.of(connection, sql, election, agoMillis)
                        .first(row -> row.getLong(1))
                        .orElse(0L));
    }

    /** Returns all tenures after this epoch, in order. */
    static List<TenureReporter.RecordedTenure> tenuresAfter(Connection connection, String election, long epoch)
            throws SQLException {
        String sql = "SELECT instance_id, epoch, began_at, url, ended_at IS NOT NULL"
                + " FROM baton_reigns WHERE election = ? AND epoch > ? ORDER BY epoch";
        return SqlErrors.orIfNoTable(
                List.of(),
                () -> SqlQuery.of(connection, sql, election, epoch)
                        .all(row -> new TenureReporter.RecordedTenure(leaderInfo(election, row), row.getBoolean(5))));
    }

    /**
     * Returns one line of text for each session that holds the election's lock or waits for it, including foreign ones.
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

    private static LeaderInfo leaderInfo(String election, ResultSet row) throws SQLException {
        String url = row.getString(4);
        return new LeaderInfo(
                election,
                row.getString(1),
                row.getLong(2),
                row.getTimestamp(3).toInstant(),
                url.isEmpty() ? Optional.empty() : Optional.of(url));
    }
}
