package dev.baton.support.sql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * Creates and upgrades the tables of one component, in order, each step once.
 *
 * <p>The table {@code baton_schema} has one row for each component. Tables of release 0.1 have no such row and count as
 * version 1, so that a role without the right to create tables can go on using them.
 *
 * @param component the name of the component in {@code baton_schema}
 * @param probe a query that succeeds if the tables of version 1 exist
 * @param lock a statement that keeps other processes from migrating until the transaction ends; may be empty
 * @param migrations the statements of each version, from 1 on
 */
public record SchemaMigrations(String component, String probe, String lock, List<List<String>> migrations) {
    /** The statement that creates the table of versions. */
    public static final String TABLE =
            "CREATE TABLE IF NOT EXISTS baton_schema (component varchar(64) NOT NULL PRIMARY KEY, version integer NOT NULL)";

    /** The lock for PostgreSQL. One for all components, because they share the table of versions. */
    public static final String POSTGRES_LOCK = "SELECT pg_advisory_xact_lock(7089075310396531812)";

    public SchemaMigrations {
        migrations = List.copyOf(migrations);
        if (migrations.isEmpty()) {
            throw new IllegalArgumentException(component + " has no migrations");
        }
    }

    /** Returns the version that this program knows. */
    public int latest() {
        return migrations.size();
    }

    /**
     * Brings the tables to the latest version. Idempotent; two queries if there is nothing to do. Tables that
     * were dropped by hand are created again. The connection must be
     * in auto-commit mode and is left in it.
     *
     * @throws NewerSchemaException if the tables are newer than this program
     */
    public void apply(Connection connection) throws SQLException {
        int before = recordedOrNone(connection);
        check(before);
        boolean present = exists(connection);
        if (present && Math.max(before, 1) == latest()) {
            return;
        }
        connection.setAutoCommit(false);
        try {
            execute(connection, lock);
            execute(connection, TABLE);
            // Another process may have migrated while this one waited for the lock.
            int now = recorded(connection);
            check(now);
            int from = present || now > before ? Math.max(now, present ? 1 : 0) : 0;
            for (List<String> migration : migrations.subList(from, latest())) {
                for (String statement : migration) {
                    execute(connection, statement);
                }
            }
            if (from < latest()) {
                record(connection);
            }
            connection.commit();
        } catch (SQLException | RuntimeException failed) {
            connection.rollback();
            throw failed;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    /**
     * Returns the version of the tables; 0 if there are none.
     *
     * @throws NewerSchemaException if the tables are newer than this program
     */
    public int current(Connection connection) throws SQLException {
        int version = recordedOrNone(connection);
        check(version);
        return exists(connection) ? Math.max(version, 1) : 0;
    }

    private int recordedOrNone(Connection connection) {
        try {
            return recorded(connection);
        } catch (SQLException noTable) {
            return 0;
        }
    }

    private void check(int version) {
        if (version > latest()) {
            throw new NewerSchemaException(component, version, latest());
        }
    }

    private int recorded(Connection connection) throws SQLException {
        return SqlQuery.of(connection, "SELECT version FROM baton_schema WHERE component = ?", component)
                .first(row -> row.getInt(1))
                .orElse(0);
    }

    private boolean exists(Connection connection) {
        try (Statement statement = connection.createStatement();
                ResultSet any = statement.executeQuery(probe)) {
            return any.getMetaData().getColumnCount() > 0;
        } catch (SQLException missing) {
            return false;
        }
    }

    private void record(Connection connection) throws SQLException {
        SqlQuery.of(connection, "DELETE FROM baton_schema WHERE component = ?", component)
                .update();
        SqlQuery.of(connection, "INSERT INTO baton_schema (component, version) VALUES (?, ?)", component, latest())
                .update();
    }

    private static void execute(Connection connection, String statement) throws SQLException {
        if (!statement.isEmpty()) {
            try (Statement one = connection.createStatement()) {
                one.execute(statement);
            }
        }
    }
}
