package dev.baton.postgres;

import dev.baton.LockException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** The three tables: epochs, which fences read; reigns, the history; and the roster. */
final class Tables {
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
                    + " favoured text NOT NULL, seen_at timestamptz NOT NULL)");

    private Tables() {}

    /** Makes sure that the tables are there and may be used. Idempotent. */
    static void ensure(Connection connection, String store) throws SQLException {
        if (!exist(connection)) {
            create(connection, store);
        }
        for (String table : List.of("baton_epochs", "baton_reigns", "baton_roster")) {
            checkUse(connection, store, table);
        }
    }

    static boolean exist(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT to_regclass('baton_epochs') IS NOT NULL"
                        + " AND to_regclass('baton_reigns') IS NOT NULL AND to_regclass('baton_roster') IS NOT NULL")) {
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
            String state = Trouble.state(failed);
            if (state.equals(Trouble.NO_PRIVILEGE) || state.equals("3F000")) {
                throw new LockException(
                        store + ": this role may not create Baton's tables (" + failed.getMessage()
                                + "). Let a role that may run, once:\n" + String.join(";\n", DDL)
                                + ";\nGRANT SELECT, INSERT, UPDATE, DELETE ON baton_epochs, baton_reigns,"
                                + " baton_roster TO <role>;",
                        failed);
            }
            throw failed;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    private static void checkUse(Connection connection, String store, String table) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT has_table_privilege(?, 'SELECT') AND has_table_privilege(?, 'INSERT')"
                        + " AND has_table_privilege(?, 'UPDATE') AND has_table_privilege(?, 'DELETE')")) {
            for (int i = 1; i <= 4; i++) {
                statement.setString(i, table);
            }
            try (ResultSet row = statement.executeQuery()) {
                if (row.next() && !row.getBoolean(1)) {
                    throw new LockException(store + ": this role may not use the table " + table
                            + ". Let its owner run: GRANT SELECT, INSERT, UPDATE, DELETE ON baton_epochs, baton_reigns,"
                            + " baton_roster TO <role>;");
                }
            }
        }
    }
}
