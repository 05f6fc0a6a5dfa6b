package dev.baton.fence;

import dev.baton.BatonException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.OptionalLong;
import javax.sql.DataSource;

/** The table of the highest epochs seen. */
final class FenceTable {
    static final String DDL = "CREATE TABLE IF NOT EXISTS baton_fence"
            + " (election varchar(128) NOT NULL PRIMARY KEY, epoch bigint NOT NULL)";

    private FenceTable() {}

    static OptionalLong epoch(Connection connection, String election) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT epoch FROM baton_fence WHERE election = ?")) {
            statement.setString(1, election);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
            }
        }
    }

    /** Whether a failure may have come from its absence; SQLite has no SQL states. */
    static boolean mayBeMissing(SQLException failed) {
        String state = failed.getSQLState();
        return state == null || state.isEmpty() || state.startsWith("42");
    }

    static void ensure(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            boolean wasAutoCommit = connection.getAutoCommit();
            connection.setAutoCommit(true);
            try {
                if (!exists(connection)) {
                    create(connection);
                }
            } finally {
                connection.setAutoCommit(wasAutoCommit);
            }
        }
    }

    private static void create(Connection connection) {
        try (Statement statement = connection.createStatement()) {
            statement.execute(DDL);
        } catch (SQLException failed) {
            // Two that create it at the same moment may both try; one of them succeeds.
            if (exists(connection)) {
                return;
            }
            throw new BatonException(
                    "the table baton_fence is missing and cannot be created (" + failed.getMessage()
                            + "). Let a role that may run, once:\n" + DDL
                            + ";\nGRANT SELECT, INSERT, UPDATE ON baton_fence TO <role>;",
                    failed);
        }
    }

    private static boolean exists(Connection connection) {
        try (Statement statement = connection.createStatement();
                ResultSet none = statement.executeQuery("SELECT epoch FROM baton_fence WHERE 1 = 0")) {
            return !none.next();
        } catch (SQLException missing) {
            return false;
        }
    }
}
