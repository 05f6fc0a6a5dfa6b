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
 * version 1, so that a role without the right to create tables can go on using them. On PostgreSQL every role may read
 * the table, because any component may create it: a role that cannot read the version is refused.
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

    /** The statement that lets every role of a PostgreSQL server read the versions. They are no secret. */
    public static final String READABLE = "GRANT SELECT ON baton_schema TO PUBLIC";

    /** The same for a role that may not own the table: its owner has granted it, or must. */
    private static final String READABLE_IF_OWNER =
            "DO $$ BEGIN " + READABLE + "; EXCEPTION WHEN insufficient_privilege THEN NULL; END $$";

    private static final String NO_PRIVILEGE = "42501";

    /**
     * The lock for PostgreSQL. One for all components and all schemas of a database. Statements after it must see what its
     * last holder has committed, whatever isolation the role has by default.
     */
    public static final String POSTGRES_LOCK =
            "SET TRANSACTION ISOLATION LEVEL READ COMMITTED; SELECT pg_advisory_xact_lock(7089075310396531812)";

    public SchemaMigrations {
        migrations = List.copyOf(migrations);
        if (migrations.isEmpty()) {
            throw new IllegalArgumentException(component + " has no migrations");
        }
    }

    /** A check that refuses the creation of tables. */
    @FunctionalInterface
    public interface CreationCheck {
        void run(Connection connection) throws SQLException;
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
     * @throws SchemaRefusedException if the tables are newer than this program, or their version cannot be read
     */
    public void apply(Connection connection) throws SQLException {
        apply(connection, unchecked -> {});
    }

    /**
     * Same, with a check before tables are created that do not exist. It runs while the lock keeps all other processes from
     * creating theirs.
     */
    public void apply(Connection connection, CreationCheck check) throws SQLException {
        int before = requireKnown(connection);
        boolean present = exists(connection);
        if (present && Math.max(before, 1) == latest()) {
            return;
        }
        connection.setAutoCommit(false);
        try {
            execute(connection, lock);
            if (!present) {
                check.run(connection);
            }
            execute(connection, TABLE);
            execute(connection, lock.equals(POSTGRES_LOCK) ? READABLE_IF_OWNER : "");
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
     * @throws SchemaRefusedException if the tables are newer than this program, or their version cannot be read
     */
    public int current(Connection connection) throws SQLException {
        int version = requireKnown(connection);
        return exists(connection) ? Math.max(version, 1) : 0;
    }

    /**
     * Checks that this program knows the version of the tables, and returns the recorded one; 0 if none is recorded.
     * Changes nothing. One query; the connection must be in auto-commit mode.
     *
     * @throws SchemaRefusedException if the tables are newer than this program, or their version cannot be read
     */
    public int requireKnown(Connection connection) throws SQLException {
        int version;
        try {
            version = AbsentTable.orElse(connection, 0, () -> recorded(connection));
        } catch (SQLException failed) {
            if (NO_PRIVILEGE.equals(failed.getSQLState())) {
                throw SchemaRefusedException.unreadable(component, failed);
            }
            throw failed;
        }
        check(version);
        return version;
    }

    private void check(int version) {
        if (version > latest()) {
            throw SchemaRefusedException.newer(component, version, latest());
        }
    }

    private int recorded(Connection connection) throws SQLException {
        return SqlQuery.of(connection, "SELECT version FROM baton_schema WHERE component = ?", component)
                .first(row -> row.getInt(1))
                .orElse(0);
    }

    private boolean exists(Connection connection) throws SQLException {
        return AbsentTable.orElse(connection, false, () -> probe(connection));
    }

    private boolean probe(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet any = statement.executeQuery(probe)) {
            return any.getMetaData().getColumnCount() > 0;
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
