package dev.baton.postgres;

import dev.baton.spi.AdvisoryKeys;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What {@code pg_locks} says of an election's lock: who holds it and who waits, Baton or not. */
final class LockTable {
    private static final String QUESTION = "SELECT l.pid, coalesce(host(a.client_addr), 'local'),"
            + " coalesce(a.application_name, ''), coalesce(a.usename, ''), l.granted,"
            + " coalesce(to_char(a.backend_start AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"'), '')"
            + " FROM pg_locks l LEFT JOIN pg_stat_activity a USING (pid)"
            + " WHERE l.locktype = 'advisory' AND l.objsubid = 2"
            + " AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())"
            + " AND l.classid::bigint = (?::bigint & 4294967295) AND l.objid::bigint = (?::bigint & 4294967295)"
            + " ORDER BY l.granted DESC, l.pid";

    private LockTable() {}

    /** Lines for people. The keys on record count; those given are for an election that has none yet. */
    static List<String> explain(Connection connection, String election, AdvisoryKeys otherwise) throws SQLException {
        AdvisoryKeys keys = recorded(connection, election).orElse(otherwise);
        List<String> lines = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(QUESTION)) {
            statement.setInt(1, keys.key1());
            statement.setInt(2, keys.key2());
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    lines.add("pg_locks(" + keys.key1() + ", " + keys.key2() + "): "
                            + (row.getBoolean(5) ? "held by" : "waited for by") + " pid " + row.getInt(1) + " from "
                            + row.getString(2) + ", user " + row.getString(4) + ", \"" + row.getString(3)
                            + "\", connected since " + row.getString(6));
                }
            }
        }
        if (lines.isEmpty()) {
            lines.add("pg_locks(" + keys.key1() + ", " + keys.key2() + "): not held");
        }
        return lines;
    }

    private static Optional<AdvisoryKeys> recorded(Connection connection, String election) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT key1, key2 FROM baton_epochs WHERE election = ?")) {
            statement.setString(1, election);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? Optional.of(new AdvisoryKeys(row.getInt(1), row.getInt(2))) : Optional.empty();
            }
        } catch (SQLException failed) {
            if (SqlErrors.state(failed).equals(SqlErrors.NO_TABLE)) {
                return Optional.empty();
            }
            throw failed;
        }
    }
}
