package dev.baton.store;

import dev.baton.BatonException;
import dev.baton.ConnectionException;
import dev.baton.support.sql.PinnedSchema;
import dev.baton.support.sql.SchemaMigrations;
import dev.baton.support.sql.TableSignature;
import java.sql.Array;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * A PostgreSQL database. Versions come from one sequence, so that no version is used twice.
 *
 * @param schema the schema of the table, the same for all sessions
 */
record PostgresDatabase(ConnectionSource source, String shown, StoreSettings settings, PinnedSchema schema)
        implements ReturningDialect {
    static final String CHANNEL = "baton_objects";

    private static final List<String> DDL = List.of(
            "CREATE SEQUENCE IF NOT EXISTS objects_version",
            "CREATE TABLE IF NOT EXISTS objects (object_type text COLLATE \"C\" NOT NULL, id text COLLATE \"C\" NOT NULL,"
                    + " resource_version bigint NOT NULL, payload text NOT NULL, created_at_ms bigint NOT NULL,"
                    + " updated_at_ms bigint NOT NULL, PRIMARY KEY (object_type, id)) WITH (fillfactor = 70)");
    private static final String NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";
    private static final String VERSION = "nextval('objects_version')";
    private static final StoreStatements STATEMENTS = new StoreStatements(NOW, VERSION, VERSION, " FOR UPDATE");
    private static final String READ_ALL =
            "SELECT " + StoreStatements.COLUMNS + " FROM objects WHERE object_type = ? AND id = ANY (?)";
    private static final String SNAPSHOT =
            "SELECT " + StoreStatements.COLUMNS.replace("id,", "objects.id,") + ", " + NOW
                    + " FROM unnest(?::text[], ?::text[]) AS wanted (wanted_type, wanted_id)"
                    + " JOIN objects ON object_type = wanted_type AND objects.id = wanted_id";
    /** One version and one clock reading for all rows; the single result row contains the number of updated rows. */
    private static final String TOUCH = "WITH next AS MATERIALIZED (SELECT " + VERSION + " AS version, " + NOW
            + " AS now), touched AS (UPDATE objects SET resource_version = (SELECT version FROM next),"
            + " updated_at_ms = (SELECT now FROM next) %s RETURNING 1)"
            + " SELECT (SELECT version FROM next), count(*) FROM touched";

    private static final String TOUCH_EACH = String.format(
            Locale.ROOT,
            TOUCH,
            "FROM unnest(?::text[], ?::bigint[]) AS claimed (id, version) WHERE objects.object_type = ?"
                    + " AND objects.id = claimed.id AND objects.resource_version = claimed.version");
    /** Rows renewed together have the same version. Matching on that version takes half the time of a join. */
    private static final String TOUCH_SAME_VERSION =
            String.format(Locale.ROOT, TOUCH, "WHERE id = ANY (?) AND resource_version = ? AND object_type = ?");

    private static final String TOUCHED =
            "SELECT id FROM objects WHERE object_type = ? AND id = ANY (?) AND resource_version = ?";

    private static final SchemaMigrations MIGRATIONS = new SchemaMigrations(
            "objects", "SELECT 1 FROM objects WHERE 1 = 0", SchemaMigrations.POSTGRES_LOCK, List.of(DDL));

    private static final TableSignature SIGNATURE = new TableSignature(
            "objects",
            List.of("object_type", "id", "resource_version", "payload"),
            List.of("baton_schema", "objects_version"));

    PostgresDatabase(ConnectionSource source, String shown, StoreSettings settings) {
        this(source, shown, settings, new PinnedSchema(SIGNATURE));
    }

    private record Touch(long version, long rows) {}

    @Override
    public Object identity() {
        return shown;
    }

    @Override
    public Connection connect() throws SQLException {
        long timeout = settings.requestTimeout().toMillis();
        Connection connection = source.open();
        // A client that freezes inside a transaction must not keep its row locks forever.
        try (Statement statement = connection.createStatement()) {
            connection.setAutoCommit(true);
            statement.execute("SET synchronous_commit = on; SET statement_timeout = " + timeout
                    + "; SET idle_in_transaction_session_timeout = " + timeout);
            return connection;
        } catch (SQLException failed) {
            connection.close();
            throw failed;
        }
    }

    @Override
    public void prepareWrites(Connection connection) throws SQLException {
        schema.prepare(connection, MIGRATIONS);
    }

    @Override
    public StoreStatements statements() {
        return STATEMENTS;
    }

    @Override
    public StoreSnapshot snapshot(StoreSession session, Collection<ObjectKey> keys) throws SQLException {
        Connection connection = session.connection();
        Array types = connection.createArrayOf(
                "text", keys.stream().map(ObjectKey::type).toArray());
        Array ids = connection.createArrayOf(
                "text", keys.stream().map(ObjectKey::id).toArray());
        return StoreSnapshot.read(session, SNAPSHOT, types, ids);
    }

    @Override
    public List<StoredObject> readAll(StoreSession session, String type, Collection<String> ids) throws SQLException {
        return session.rows(
                READ_ALL, StoreStatements::object, type, session.connection().createArrayOf("text", ids.toArray()));
    }

    @Override
    public Map<String, Long> touch(StoreSession session, String type, Map<String, Long> unordered) throws SQLException {
        // In the order of the ids, as batches do, so that no two requests wait for each other's rows.
        Map<String, Long> versions = new TreeMap<>(unordered);
        Connection connection = session.connection();
        Object[] ids = versions.keySet().toArray();
        Object[] numbers = versions.values().toArray();
        Array idArray = connection.createArrayOf("text", ids);
        boolean sameVersion = versions.values().stream().distinct().count() == 1;
        Touch touch = session.row(
                        sameVersion ? TOUCH_SAME_VERSION : TOUCH_EACH,
                        row -> new Touch(row.getLong(1), row.getLong(2)),
                        idArray,
                        sameVersion ? numbers[0] : connection.createArrayOf("bigint", numbers),
                        type)
                .orElseThrow();
        Collection<String> matched = touch.rows() == ids.length
                ? versions.keySet()
                : session.rows(TOUCHED, row -> row.getString(1), type, idArray, touch.version());
        Map<String, Long> touched = new HashMap<>();
        matched.forEach(id -> touched.put(id, touch.version()));
        return touched;
    }

    /** The server delivers the notification after the commit. */
    @Override
    public void notifyInTransaction(StoreSession session) throws SQLException {
        session.rows("SELECT pg_notify('" + CHANNEL + "', '')", row -> true);
    }

    @Override
    public AutoCloseable listen(Runnable listener) {
        return new PostgresNotifications(this, listener).start();
    }

    /** One of several statements that waited for each other's rows. */
    @Override
    public boolean isRolledBack(SQLException failed) {
        return "40P01".equals(failed.getSQLState());
    }

    @Override
    public BatonException explain(String operation, SQLException failed) {
        String state = Objects.requireNonNullElse(failed.getSQLState(), "");
        String message = operation + " in " + shown() + ": " + failed.getMessage() + ". ";
        if (state.startsWith("08") || state.startsWith("57P")) {
            return new ConnectionException(message + "A write may or may not have been applied", failed);
        }
        if (state.startsWith("28") || state.equals("3D000")) {
            return new ConnectionException(message + "Check user, password and database", failed);
        }
        if (state.equals("53300")) {
            return new ConnectionException(message + "Nothing was written; wait for a free connection", failed);
        }
        if (state.equals("42501")) {
            return new StoreException(
                    message + "This role lacks privileges on the store's table. Run once as its owner:\n"
                            + SchemaMigrations.TABLE + ";\n" + SchemaMigrations.READABLE + ";\n"
                            + String.join(";\n", DDL)
                            + ";\nGRANT SELECT, INSERT, UPDATE, DELETE ON objects TO <role>;"
                            + "\nGRANT USAGE ON SEQUENCE objects_version TO <role>;",
                    failed);
        }
        if (state.equals("2200H")) {
            return new StoreException(
                    message + "The resource version cannot grow any more. Nothing was written", failed);
        }
        return new StoreException(message + "Nothing was written", failed);
    }
}
