package dev.baton.fence;

import dev.baton.BatonException;
import dev.baton.support.sql.SchemaMigrations;
import dev.baton.support.sql.SchemaRefusedException;
import dev.baton.support.sql.SqlQuery;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/** The table with the highest epoch of each election. */
final class FenceTable {
    static final String DDL = "CREATE TABLE IF NOT EXISTS baton_fence"
            + " (election varchar(128) NOT NULL PRIMARY KEY, epoch bigint NOT NULL)";

    private static final String PROBE = "SELECT epoch FROM baton_fence WHERE 1 = 0";

    /** What a role with the right to create tables must run for one without it. */
    static final String SETUP = SchemaMigrations.TABLE + ";\n" + DDL + ";\n" + SchemaMigrations.READABLE
            + ";\nGRANT SELECT, INSERT, UPDATE ON baton_fence TO <role>;";

    private FenceTable() {}

    static long epoch(Connection connection, String election) throws SQLException {
        return readEpoch(connection, "SELECT epoch FROM baton_fence WHERE election = ?", election);
    }

    /** Returns the number in the first column of the first row; 0 if there is none. */
    static long readEpoch(Connection connection, String sql, String election) throws SQLException {
        return SqlQuery.of(connection, sql, election)
                .first(row -> row.getLong(1))
                .orElse(0L);
    }

    /** Returns whether the failure may mean that the table does not exist. SQLite has no SQL states. */
    static boolean mayBeMissing(SQLException failed) {
        String state = failed.getSQLState();
        return state == null || state.isEmpty() || state.startsWith("42");
    }

    /** Creates or upgrades the table if necessary. Idempotent. */
    static void ensure(DataSource dataSource) throws SQLException {
        run(dataSource, true, connection -> {
            ensure(connection);
            return true;
        });
    }

    /** Runs the work on a connection in the given mode. */
    static <T> T run(DataSource dataSource, boolean autoCommit, GuardedWork<T> work) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            boolean wasAutoCommit = connection.getAutoCommit();
            connection.setAutoCommit(autoCommit);
            try {
                return work.run(connection);
            } finally {
                connection.setAutoCommit(wasAutoCommit);
            }
        }
    }

    private static void ensure(Connection connection) throws SQLException {
        String lock = TransactionLimit.isPostgres(connection) ? SchemaMigrations.POSTGRES_LOCK : "";
        SchemaMigrations schema = new SchemaMigrations("fence", PROBE, lock, List.of(List.of(DDL)));
        try {
            schema.apply(connection);
        } catch (SchemaRefusedException refused) {
            throw new BatonException("cannot use baton_fence: " + refused.getMessage(), refused);
        } catch (SQLException failed) {
            // Without a lock, another process may have created the table at the same moment.
            if (!isUsable(schema, connection)) {
                throw new BatonException(
                        "cannot create the table baton_fence (" + failed.getMessage()
                                + "). Run these statements once as a role that may:\n" + SETUP,
                        failed);
            }
        }
    }

    private static boolean isUsable(SchemaMigrations schema, Connection connection) {
        try {
            return schema.current(connection) > 0;
        } catch (SQLException failed) {
            return false;
        }
    }
}
