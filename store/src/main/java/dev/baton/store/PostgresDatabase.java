package dev.baton.store;

import dev.baton.BatonException;
import dev.baton.ConnectionException;
import java.sql.Array;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import org.postgresql.Driver;

/** A PostgreSQL database. Versions come from one sequence, so that none is ever used twice. */
final class PostgresDatabase implements DatabaseDialect {
    static final String CHANNEL = "baton_objects";

    /** Processes that create the tables at the same moment do so one after the other. */
    private static final long CREATION_KEY = 0x6261746f6e2d6f62L;

    private static final List<String> DDL = List.of(
            "CREATE SEQUENCE IF NOT EXISTS objects_version",
            "CREATE TABLE IF NOT EXISTS objects (object_type text COLLATE \"C\" NOT NULL, id text COLLATE \"C\" NOT NULL,"
                    + " resource_version bigint NOT NULL, payload text NOT NULL, created_at_ms bigint NOT NULL,"
                    + " updated_at_ms bigint NOT NULL, PRIMARY KEY (object_type, id)) WITH (fillfactor = 70)");
    private static final String NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";
    private static final String READ_ALL =
            "SELECT " + StoreStatements.COLUMNS + " FROM objects WHERE object_type = ? AND id = ANY (?)";
    private static final String SNAPSHOT =
            "SELECT " + StoreStatements.COLUMNS.replace("id,", "objects.id,") + ", " + NOW
                    + " FROM unnest(?::text[], ?::text[]) AS asked (asked_type, asked_id)"
                    + " JOIN objects ON object_type = asked_type AND objects.id = asked_id";
    /** One version and one reading of the clock for all rows, and one row that tells how many there were. */
    private static final String TOUCH =
            "WITH next AS MATERIALIZED (SELECT nextval('objects_version') AS version, " + NOW
                    + " AS now), touched AS (UPDATE objects SET resource_version = (SELECT version FROM next),"
                    + " updated_at_ms = (SELECT now FROM next) %s RETURNING 1)"
                    + " SELECT (SELECT version FROM next), count(*) FROM touched";

    private static final String TOUCH_EACH = String.format(
            TOUCH,
            "FROM unnest(?::text[], ?::bigint[]) AS claimed (id, version) WHERE objects.object_type = ?"
                    + " AND objects.id = claimed.id AND objects.resource_version = claimed.version");
    /** What was touched together is at one version, and is found in half the time of a join. */
    private static final String TOUCH_ALIKE =
            String.format(TOUCH, "WHERE id = ANY (?) AND resource_version = ? AND object_type = ?");

    private static final String TOUCHED =
            "SELECT id FROM objects WHERE object_type = ? AND id = ANY (?) AND resource_version = ?";

    private record Touch(long version, long rows) {}

    private final PostgresAddress address;
    private final StoreSettings settings;

    PostgresDatabase(PostgresAddress address, StoreSettings settings) {
        this.address = address;
        this.settings = settings;
    }

    @Override
    public String shown() {
        return address.shown();
    }

    @Override
    public Object identity() {
        return address.shown();
    }

    @Override
    public Connection connect() throws SQLException {
        long patience = settings.requestTimeout().toMillis();
        Connection connection = made(patience);
        // A client that stands still inside a transaction must not keep its row locks for ever.
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET synchronous_commit = on; SET statement_timeout = " + patience
                    + "; SET idle_in_transaction_session_timeout = " + patience);
            return connection;
        } catch (SQLException failed) {
            connection.close();
            throw failed;
        }
    }

    private Connection made(long patienceMillis) throws SQLException {
        Properties driver = new Properties();
        driver.putAll(address.driver());
        String seconds = Long.toString(Math.max(1, (patienceMillis + 999) / 1000));
        driver.putIfAbsent("connectTimeout", seconds);
        driver.putIfAbsent("socketTimeout", seconds);
        driver.putIfAbsent("tcpKeepAlive", "true");
        driver.putIfAbsent(
                "ApplicationName", "baton store " + ProcessHandle.current().pid());
        Connection connection = new Driver().connect(address.jdbcUrl(), driver);
        if (connection == null) {
            throw new SQLException("the driver does not know " + shown(), "08001");
        }
        return connection;
    }

    @Override
    public void createTables(StoreSession session) throws SQLException {
        String question = "SELECT to_regclass('objects') IS NOT NULL AND to_regclass('objects_version') IS NOT NULL";
        if (!session.row(question, row -> row.getBoolean(1)).orElse(false)) {
            Connection connection = session.connection();
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.execute("SELECT pg_advisory_xact_lock(" + CREATION_KEY + ")");
                for (String sql : DDL) {
                    statement.execute(sql);
                }
            }
            connection.commit();
            connection.setAutoCommit(true);
        }
    }

    @Override
    public String now() {
        return NOW;
    }

    @Override
    public String firstVersion() {
        return "nextval('objects_version')";
    }

    @Override
    public String nextVersion() {
        return "nextval('objects_version')";
    }

    @Override
    public String lockRow() {
        return " FOR UPDATE";
    }

    @Override
    public StoreSnapshot snapshot(StoreSession session, Collection<ObjectKey> keys) throws SQLException {
        Object[] types = keys.stream().map(ObjectKey::type).toArray();
        Object[] ids = keys.stream().map(ObjectKey::id).toArray();
        Connection connection = session.connection();
        return StoreSnapshot.of(session.rows(
                SNAPSHOT,
                StoreSnapshot.Row::read,
                connection.createArrayOf("text", types),
                connection.createArrayOf("text", ids)));
    }

    @Override
    public List<StoredObject> readAll(StoreSession session, String type, Collection<String> ids) throws SQLException {
        return session.rows(
                READ_ALL, StoreStatements::object, type, session.connection().createArrayOf("text", ids.toArray()));
    }

    @Override
    public Map<String, Long> touch(StoreSession session, String type, Map<String, Long> versions) throws SQLException {
        Connection connection = session.connection();
        Object[] ids = versions.keySet().toArray();
        Object[] numbers = versions.values().toArray();
        Array asked = connection.createArrayOf("text", ids);
        boolean alike = versions.values().stream().distinct().count() == 1;
        Touch touch = session.row(
                        alike ? TOUCH_ALIKE : TOUCH_EACH,
                        row -> new Touch(row.getLong(1), row.getLong(2)),
                        asked,
                        alike ? numbers[0] : connection.createArrayOf("bigint", numbers),
                        type)
                .orElseThrow();
        Collection<String> matched = touch.rows() == ids.length
                ? versions.keySet()
                : session.rows(TOUCHED, row -> row.getString(1), type, asked, touch.version());
        Map<String, Long> touched = new HashMap<>();
        matched.forEach(id -> touched.put(id, touch.version()));
        return touched;
    }

    @Override
    public void announce(StoreSession session) throws SQLException {
        session.rows("SELECT pg_notify('" + CHANNEL + "', '')", row -> true);
    }

    @Override
    public void announceCommitted() {
        // The server does, after the commit.
    }

    @Override
    public AutoCloseable listen(Runnable news) {
        return new PostgresNotifications(this, news).started();
    }

    @Override
    public BatonException explain(String what, SQLException failed) {
        String state = Objects.requireNonNullElse(failed.getSQLState(), "");
        String message = what + " in " + shown() + ": " + failed.getMessage() + ". ";
        if (state.startsWith("08") || state.startsWith("57P")) {
            return new ConnectionException(message + "A write may or may not have been applied", failed);
        }
        if (state.startsWith("28") || state.equals("3D000")) {
            return new ConnectionException(message + "Check user, password and database", failed);
        }
        if (state.equals("42501")) {
            return new StoreException(
                    message + "This role may not use the store's table. Let a role that may run, once:\n"
                            + String.join(";\n", DDL) + ";\nGRANT SELECT, INSERT, UPDATE, DELETE ON objects TO <role>;"
                            + "\nGRANT USAGE ON SEQUENCE objects_version TO <role>;",
                    failed);
        }
        return new StoreException(message + "Nothing was written", failed);
    }
}
