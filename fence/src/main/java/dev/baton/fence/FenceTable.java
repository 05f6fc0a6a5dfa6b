package dev.baton.fence;

import dev.baton.BatonException;
import dev.baton.support.sql.SchemaInUse;
import dev.baton.support.sql.SchemaMigrations;
import dev.baton.support.sql.SchemaRefusedException;
import dev.baton.support.sql.SqlQuery;
import dev.baton.support.sql.TableSignature;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/** The table with the highest epoch of each election. */
final class FenceTable {
    private static final String PROBE = "SELECT epoch FROM baton_fence WHERE 1 = 0";

    private static final TableSignature SIGNATURE =
            new TableSignature("baton_fence", List.of("election", "epoch"), List.of("baton_fence"));

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
        boolean postgres = TransactionLimit.isPostgres(connection);
        String lock = postgres ? SchemaMigrations.POSTGRES_LOCK : "";
        FenceDialect dialect = FenceDialect.of(connection);
        SchemaMigrations schema = new SchemaMigrations("fence", PROBE, lock, migrations(dialect));
        try {
            schema.apply(connection, postgres ? FenceTable::requireAlone : unchecked -> {});
            dialect.upgrade(connection);
        } catch (SchemaRefusedException refused) {
            throw new BatonException("cannot use baton_fence: " + refused.getMessage(), refused);
        } catch (SQLException failed) {
            // Without a lock, another process may have created the table at the same moment.
            if (!isUsable(schema, connection)) {
                throw new BatonException(
                        "cannot create the table baton_fence (" + failed.getMessage()
                                + "). Run these statements once as a role that may:\n" + setup(dialect),
                        failed);
            }
        }
    }

    /** Refuses to create a second table in another schema of a PostgreSQL database. */
    private static void requireAlone(Connection connection) throws SQLException {
        SchemaInUse.read(connection, SIGNATURE).requireAlone(connection);
    }

    private static List<List<String>> migrations(FenceDialect dialect) {
        return List.of(List.of(dialect.table()), List.of(dialect.tenureColumn()));
    }

    /** Returns the failure, with the statement to run if the table is one of release 0.1. SQLite has no SQL states. */
    static SQLException explain(SQLException failed, FenceDialect dialect) {
        String state = String.valueOf(failed.getSQLState());
        boolean noColumn = state.equals("42703")
                || state.equals("42S22")
                || String.valueOf(failed.getMessage()).contains("no such column");
        return noColumn
                ? new SQLException(
                        "the table baton_fence of release 0.1 cannot keep ids of tenures; call prepare(dataSource) once,"
                                + " or run this as the owner of the table: " + dialect.tenureColumn(),
                        failed.getSQLState(),
                        failed.getErrorCode(),
                        failed)
                : failed;
    }

    /** Returns what a role with the right to create tables must run for one without it. */
    static String setup(FenceDialect dialect) {
        String created = SchemaMigrations.TABLE + ";\n" + dialect.table() + ";\n" + dialect.tenureColumn() + ";\n";
        return dialect instanceof InnodbFence
                ? created
                        + "GRANT SELECT ON baton_schema TO <user>;\nGRANT SELECT, INSERT, UPDATE ON baton_fence TO <user>;"
                : created + SchemaMigrations.READABLE + ";\nGRANT SELECT, INSERT, UPDATE ON baton_fence TO <role>;";
    }

    private static boolean isUsable(SchemaMigrations schema, Connection connection) {
        try {
            return schema.current(connection) > 0;
        } catch (SQLException failed) {
            return false;
        }
    }
}
