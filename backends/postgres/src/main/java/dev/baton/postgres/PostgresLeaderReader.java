package dev.baton.postgres;

import dev.baton.LeaderInfo;
import dev.baton.Tenure;
import dev.baton.spi.TenureReporter;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads who leads and who led. Where the tables are missing, nobody ever did. */
final class PostgresLeaderReader {
    private static final String OF_THIS_DATABASE =
            "database = (SELECT oid FROM pg_database WHERE datname = current_database())";

    /** A row is a leader's only while one session holds both its liveness lock and the election's. */
    private static final String LEADER = "SELECT e.instance_id, e.epoch, e.since, e.url FROM baton_epochs e"
            + " WHERE e.election = ? AND NOT e.released AND EXISTS (SELECT 1 FROM pg_locks l JOIN pg_locks h"
            + " USING (pid, database) WHERE l.locktype = 'advisory' AND h.locktype = 'advisory'"
            + " AND " + OF_THIS_DATABASE
            + " AND l.granted AND h.granted AND l.mode = 'ExclusiveLock' AND h.mode = 'ExclusiveLock'"
            + " AND l.objsubid = 1 AND l.classid::bigint = ((e.process >> 32) & 4294967295)"
            + " AND l.objid::bigint = (e.process & 4294967295)"
            + " AND h.objsubid = 2 AND h.classid::bigint = (e.key1::bigint & 4294967295)"
            + " AND h.objid::bigint = (e.key2::bigint & 4294967295))";

    /** Those that were ever led, and those that somebody stands in. */
    private static final String ELECTIONS = "SELECT election FROM baton_epochs UNION"
            + " SELECT substring(line FROM '\"election\":\"([^\"]+)\"') FROM baton_roster,"
            + " unnest(string_to_array(frames, E'\\n')) AS line WHERE line <> '' ORDER BY 1";

    private PostgresLeaderReader() {}

    static Optional<LeaderInfo> leader(Connection connection, String election) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(LEADER)) {
            statement.setString(1, election);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? Optional.of(record(election, row)) : Optional.empty();
            }
        } catch (SQLException failed) {
            return unlessNoTable(failed, Optional.empty());
        }
    }

    static List<String> elections(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(ELECTIONS);
                ResultSet row = statement.executeQuery()) {
            List<String> names = new ArrayList<>();
            while (row.next()) {
                names.add(row.getString(1));
            }
            return names;
        } catch (SQLException failed) {
            return unlessNoTable(failed, List.of());
        }
    }

    static List<Tenure> history(Connection connection, String election) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT epoch, instance_id, began_at, ended_at, reason"
                        + " FROM baton_reigns WHERE election = ? ORDER BY epoch")) {
            statement.setString(1, election);
            List<Tenure> reigns = new ArrayList<>();
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    @Nullable Timestamp ended = row.getTimestamp(4);
                    reigns.add(new Tenure(
                            row.getLong(1),
                            row.getString(2),
                            row.getTimestamp(3).toInstant(),
                            Optional.ofNullable(ended).map(Timestamp::toInstant),
                            Optional.ofNullable(row.getString(5))));
                }
            }
            return reigns;
        } catch (SQLException failed) {
            return unlessNoTable(failed, List.of());
        }
    }

    /** The last epoch that had begun this long ago. */
    static long epochBefore(Connection connection, String election, long agoMillis) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT coalesce(max(epoch), 0)"
                + " FROM baton_reigns WHERE election = ? AND began_at <= clock_timestamp() - ? * interval '1 ms'")) {
            statement.setString(1, election);
            statement.setLong(2, agoMillis);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? row.getLong(1) : 0;
            }
        } catch (SQLException failed) {
            return unlessNoTable(failed, 0L);
        }
    }

    /** All reigns after this epoch, in order. */
    static List<TenureReporter.Told> reignsAfter(Connection connection, String election, long epoch)
            throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT instance_id, epoch, began_at, url, ended_at IS NOT NULL"
                        + " FROM baton_reigns WHERE election = ? AND epoch > ? ORDER BY epoch")) {
            statement.setString(1, election);
            statement.setLong(2, epoch);
            List<TenureReporter.Told> reigns = new ArrayList<>();
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    reigns.add(new TenureReporter.Told(record(election, row), row.getBoolean(5)));
                }
            }
            return reigns;
        } catch (SQLException failed) {
            return unlessNoTable(failed, List.of());
        }
    }

    private static LeaderInfo record(String election, ResultSet row) throws SQLException {
        String url = row.getString(4);
        return new LeaderInfo(
                election,
                row.getString(1),
                row.getLong(2),
                row.getTimestamp(3).toInstant(),
                url.isEmpty() ? Optional.empty() : Optional.of(url));
    }

    private static <T> T unlessNoTable(SQLException failed, T nothing) throws SQLException {
        if (SqlErrors.state(failed).equals(SqlErrors.NO_TABLE)) {
            return nothing;
        }
        throw failed;
    }
}
