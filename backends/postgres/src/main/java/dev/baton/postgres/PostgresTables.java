package dev.baton.postgres;

import dev.baton.LockException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** The three tables: epochs, which fences read; reigns, the history; and the roster. With the sequence of raises. */
final class PostgresTables {
    /** Processes that create the tables at the same moment do so one after the other. */
    private static final long CREATION_KEY = 0x6261746f6e2d6464L;

    static final List<String> DDL = List.of(
            "CREATE TABLE IF NOT EXISTS baton_epochs (key1 int4 NOT NULL, key2 int4 NOT NULL,"
                    + " election text NOT NULL UNIQUE, epoch bigint NOT NULL, instance_id text NOT NULL,"
                    + " process bigint NOT NULL, since timestamptz NOT NULL, url text NOT NULL,"
                    + " patience_ms bigint NOT NULL, released boolean NOT NULL, reserved_for text,"
                    + " reserved_until timestamptz, PRIMARY KEY (key1, key2))",
            "CREATE TABLE IF NOT EXISTS baton_reigns (election text NOT NULL, epoch bigint NOT NULL,"
                    + " instance_id text NOT NULL, url text NOT NULL, began_at timestamptz NOT NULL,"
                    + " ended_at timestamptz, reason text, PRIMARY KEY (election, epoch))",
            "CREATE TABLE IF NOT EXISTS baton_roster (process bigint PRIMARY KEY, frames text NOT NULL,"
                    + " favoured text NOT NULL, seen_at timestamptz NOT NULL)",
            // One that is made anew must not come by where an older one stood: fences would take it for that.
            "CREATE SEQUENCE IF NOT EXISTS baton_raises START WITH "
                    + ThreadLocalRandom.current().nextLong(1L << 32, 1L << 62));

    private static final String GRANTS = "GRANT SELECT, INSERT, UPDATE, DELETE ON baton_epochs, baton_reigns,"
            + " baton_roster TO <role>; GRANT USAGE ON baton_raises TO <role>;";

    private static final String NOT_FOR_US = "SELECT 'the table ' || name FROM"
            + " unnest(ARRAY['baton_epochs', 'baton_reigns', 'baton_roster']) AS name"
            + " WHERE NOT (has_table_privilege(name, 'SELECT') AND has_table_privilege(name, 'INSERT')"
            + " AND has_table_privilege(name, 'UPDATE') AND has_table_privilege(name, 'DELETE'))"
            + " UNION ALL SELECT 'the sequence baton_raises' WHERE NOT has_sequence_privilege('baton_raises', 'USAGE')";

    private PostgresTables() {}

    /** Makes sure that the tables are there and may be used. Idempotent. */
    static void ensure(Connection connection, String store) throws SQLException {
        if (!exist(connection)) {
            create(connection, store);
        }
        checkUse(connection, store);
    }

    static boolean exist(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT to_regclass('baton_epochs') IS NOT NULL"
                        + " AND to_regclass('baton_reigns') IS NOT NULL AND to_regclass('baton_roster') IS NOT NULL"
                        + " AND to_regclass('baton_raises') IS NOT NULL")) {
            return row.next() && row.getBoolean(1);
        }
    }

    private static void create(Connection connection, String store) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_advisory_xact_lock(" + CREATION_KEY + ")");
            for (String table : DDL) {
                statement.execute(table);
            }
            connection.commit();
        } catch (SQLException failed) {
            connection.rollback();
            String state = SqlErrors.state(failed);
            if (state.equals(SqlErrors.NO_PRIVILEGE) || state.equals("3F000")) {
                throw new LockException(
                        store + ": this role may not create Baton's tables (" + failed.getMessage()
                                + "). Let a role that may run, once:\n" + String.join(";\n", DDL)
                                + ";\n" + GRANTS,
                        failed);
            }
            throw failed;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    private static void checkUse(Connection connection, String store) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(NOT_FOR_US)) {
            if (row.next()) {
                throw new LockException(
                        store + ": this role may not use " + row.getString(1) + ". Let its owner run: " + GRANTS);
            }
        }
    }
}
