package dev.baton.postgres;

import dev.baton.LockException;
import dev.baton.support.sql.PinnedSchema;
import dev.baton.support.sql.SchemaMigrations;
import dev.baton.support.sql.SchemaRefusedException;
import dev.baton.support.sql.SqlQuery;
import dev.baton.support.sql.TableSignature;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The tables for epochs, history and roster, and the sequence of epoch raises. */
final class PostgresTables {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    private static final List<String> VERSION_1 = List.of(
            EpochTable.VERSION_1,
            "CREATE TABLE IF NOT EXISTS baton_reigns (election text NOT NULL, epoch bigint NOT NULL,"
                    + " instance_id text NOT NULL, url text NOT NULL, began_at timestamptz NOT NULL,"
                    + " ended_at timestamptz, reason text, PRIMARY KEY (election, epoch))",
            "CREATE TABLE IF NOT EXISTS baton_roster (process bigint PRIMARY KEY, frames text NOT NULL,"
                    + " favoured text NOT NULL, seen_at timestamptz NOT NULL)",
            // Starts at a random value: a recreated sequence must not repeat values that fences have already seen.
            "CREATE SEQUENCE IF NOT EXISTS baton_raises START WITH "
                    + ThreadLocalRandom.current().nextLong(1L << 32, 1L << 62) + " CACHE 1");

    private static final List<List<String>> VERSIONS = List.of(VERSION_1, List.of(EpochTable.VERSION_2));

    private static final SchemaMigrations SCHEMA = new SchemaMigrations(
            "election",
            // Needs no privilege on the tables: a role that lacks some gets the error of the check below.
            "SELECT 'baton_epochs'::regclass, 'baton_reigns'::regclass, 'baton_roster'::regclass,"
                    + " 'baton_raises'::regclass",
            SchemaMigrations.POSTGRES_LOCK,
            VERSIONS);

    private static final TableSignature SIGNATURE =
            new TableSignature("baton_epochs", List.of("election", "epoch"), List.of("baton_reigns"));

    private static final String SCHEMA_OF_TABLES =
            "SELECT relnamespace::regnamespace::text FROM pg_class WHERE oid = 'baton_epochs'::regclass";

    private static final String GRANTS = "GRANT SELECT, INSERT, UPDATE, DELETE ON baton_epochs, baton_reigns,"
            + " baton_roster TO <role>;\nGRANT USAGE ON baton_raises TO <role>;";

    private static final String NO_PRIVILEGE = "SELECT 'the table ' || name FROM"
            + " unnest(ARRAY['baton_epochs', 'baton_reigns', 'baton_roster']) AS name"
            + " WHERE NOT (has_table_privilege(name, 'SELECT') AND has_table_privilege(name, 'INSERT')"
            + " AND has_table_privilege(name, 'UPDATE') AND has_table_privilege(name, 'DELETE'))"
            + " UNION ALL SELECT 'the sequence baton_raises' WHERE NOT has_sequence_privilege('baton_raises', 'USAGE')";

    private static final String UNLOGGED = "SELECT relname FROM pg_class WHERE relpersistence = 'u'"
            + " AND oid IN ('baton_epochs'::regclass, 'baton_reigns'::regclass) ORDER BY 1";

    private PostgresTables() {}

    /** Returns the statements that a role with the right to create tables must run for one without it. */
    static List<String> statements() {
        return statementsFrom(0);
    }

    /** Returns the statements that bring tables of the given version to the latest one; 0 means that there are none. */
    private static List<String> statementsFrom(int version) {
        List<String> all = new ArrayList<>(List.of(SchemaMigrations.TABLE, SchemaMigrations.READABLE));
        VERSIONS.subList(version, VERSIONS.size()).forEach(all::addAll);
        all.add("INSERT INTO baton_schema VALUES ('election', " + SCHEMA.latest()
                + ") ON CONFLICT (component) DO UPDATE SET version = greatest(baton_schema.version, excluded.version)");
        return List.copyOf(all);
    }

    /** Returns advice for a role that may not create the tables. */
    static String advice() {
        return "Run these statements once as a role that may:\n" + String.join(";\n", statements()) + ";\n" + GRANTS;
    }

    /** Returns the schema of the tables, for all sessions of one store. */
    static PinnedSchema newSchema() {
        return new PinnedSchema(SIGNATURE);
    }

    /** Creates or upgrades the tables if necessary, and checks the role's privileges. Idempotent. */
    static void ensure(Connection connection, String store, PinnedSchema schema) throws SQLException {
        try {
            schema.prepare(connection, SCHEMA);
        } catch (SchemaRefusedException refused) {
            throw new LockException(store + ": " + refused.getMessage(), refused);
        } catch (SQLException failed) {
            String state = SqlErrors.state(failed);
            if (state.equals(SqlErrors.NO_PRIVILEGE) || state.equals(SqlErrors.NO_SCHEMA)) {
                throw new LockException(store + ": " + notAllowed(connection, failed), failed);
            }
            throw failed;
        }
        checkPrivileges(connection, store);
        RaiseSequence.read(connection).problem().ifPresent(problem -> LOG.warn("{}: {}", store, problem));
    }

    /** Without the new columns there are no tenure ids, so a role that may not add them is refused, not tolerated. */
    private static String notAllowed(Connection connection, SQLException failed) throws SQLException {
        int version = SCHEMA.current(connection);
        if (version == 0) {
            return "this role may not create Baton's tables (" + failed.getMessage() + "). " + advice();
        }
        String schema = SqlQuery.of(connection, SCHEMA_OF_TABLES)
                .first(row -> row.getString(1))
                .orElse("public");
        return "Baton's tables have version " + version + ", this program needs version " + SCHEMA.latest()
                + ", and this role may not upgrade them (" + failed.getMessage()
                + "). Programs of the older version can go on using the upgraded tables. Run these statements once as the"
                + " owner of the tables:\nSET search_path TO " + schema + ";\n"
                + String.join(";\n", statementsFrom(version)) + ";";
    }

    /** Refuses tables of a newer version, or in a second schema. Tables that do not exist are not created. */
    static void requireKnown(Connection connection, String store, PinnedSchema schema) throws SQLException {
        try {
            schema.use(connection);
            SCHEMA.requireKnown(connection);
        } catch (SchemaRefusedException refused) {
            throw new LockException(store + ": " + refused.getMessage(), refused);
        }
    }

    /** Returns whether the tables exist. Changes nothing. */
    static boolean exist(Connection connection) throws SQLException {
        return SCHEMA.current(connection) > 0;
    }

    /** Returns which of the tables a crash of the server would empty, and the statements that repair them. */
    static Optional<String> unlogged(Connection connection) throws SQLException {
        List<String> names = SqlQuery.of(connection, UNLOGGED).all(row -> row.getString(1));
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of(String.join(", ", names) + ": UNLOGGED, so a crash of the server empties them, and two"
                        + " candidates can lead with one epoch. Run: "
                        + names.stream()
                                .map(name -> "ALTER TABLE " + name + " SET LOGGED")
                                .collect(Collectors.joining("; ")));
    }

    private static void checkPrivileges(Connection connection, String store) throws SQLException {
        Optional<String> refused = SqlQuery.of(connection, NO_PRIVILEGE).first(row -> row.getString(1));
        if (refused.isPresent()) {
            throw new LockException(
                    store + ": this role may not use " + refused.get() + ". Run this as the owner:\n" + GRANTS);
        }
    }
}
