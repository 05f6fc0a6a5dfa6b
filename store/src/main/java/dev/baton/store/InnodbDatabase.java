package dev.baton.store;

import dev.baton.BatonException;
import dev.baton.support.sql.SchemaMigrations;
import dev.baton.support.sql.SqlQuery;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/**
 * The tables and sessions that MariaDB and MySQL have in common. All statements run at READ COMMITTED. Keys are bytes,
 * because the collations of texts equate letters or trailing blanks.
 */
abstract class InnodbDatabase extends InnodbRecords {
    /** Two keys of this length are the longest primary key that InnoDB has: 512 characters of three bytes each. */
    static final String OBJECTS = "CREATE TABLE IF NOT EXISTS objects (object_type varbinary(1536) NOT NULL,"
            + " id varbinary(1536) NOT NULL, resource_version bigint NOT NULL, payload longtext CHARACTER SET utf8mb4"
            + " COLLATE utf8mb4_bin NOT NULL, created_at_ms bigint NOT NULL, updated_at_ms bigint NOT NULL,"
            + " PRIMARY KEY (object_type, id)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC";

    /** One row with the number of notifications. */
    static final String SIGNAL = "CREATE TABLE IF NOT EXISTS objects_signal (id tinyint NOT NULL PRIMARY KEY,"
            + " changes bigint NOT NULL) ENGINE=InnoDB";

    private static final String PROBE = "SELECT 1 FROM objects, objects_version, objects_signal WHERE 1 = 0";
    private static final String MIGRATION_LOCK = "baton_schema";

    /** The longest that all servers accept: a session that waits for its next request is not ended. */
    static final int IDLE_SECONDS = 2_147_483;

    private static final Duration MIGRATION_TIMEOUT = Duration.ofSeconds(30);

    final StoreSettings settings;
    private final ConnectionSource source;
    private final String shown;
    private final SchemaMigrations migrations;
    private final String sessionName = UUID.randomUUID().toString();
    private final ChangeSignal signal;

    /**
     * Creates a dialect.
     *
     * @param version the SQL expression of a version that was never used before
     * @param tables the statements that create the tables
     */
    InnodbDatabase(ConnectionSource source, String shown, StoreSettings settings, String version, List<String> tables) {
        super(version);
        this.source = source;
        this.shown = shown;
        this.settings = settings;
        this.migrations = new SchemaMigrations("objects", PROBE, "", List.of(tables));
        this.signal = new ChangeSignal(this, SessionLock.of(sessionName));
    }

    /** Checks that the server is one that this dialect is for. */
    abstract void check(ServerVariables server);

    /** Returns the statements that limit how long a statement and a transaction of a session can take. */
    abstract List<String> limits();

    /** Returns the statements that lift the limit of a statement, for a session that waits or that creates tables. */
    abstract List<String> noStatementLimit();

    @Override
    public String shown() {
        return shown;
    }

    @Override
    public Object identity() {
        return shown;
    }

    @Override
    public String sessionName() {
        return sessionName;
    }

    @Override
    public Connection connect() throws SQLException {
        Connection connection = source.open();
        try (Statement statement = connection.createStatement()) {
            connection.setAutoCommit(true);
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            check(ServerVariables.of(connection));
            long seconds = Math.max(1, (settings.requestTimeout().toMillis() + 999) / 1000);
            statement.execute("SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION'," + " wait_timeout = "
                    + IDLE_SECONDS + ", innodb_lock_wait_timeout = " + seconds);
            for (String limit : limits()) {
                statement.execute(limit);
            }
            return connection;
        } catch (SQLException | RuntimeException failed) {
            connection.close();
            throw failed;
        }
    }

    /** Opens a connection for statements that wait up to the given time. */
    Connection connectToWait(Duration longest) throws SQLException {
        Connection connection = connect();
        try {
            allow(connection, longest);
            return connection;
        } catch (SQLException failed) {
            connection.close();
            throw failed;
        }
    }

    private void allow(Connection connection, Duration longest) throws SQLException {
        connection.setNetworkTimeout(
                Runnable::run, (int) settings.requestTimeout().plus(longest).toMillis());
        try (Statement statement = connection.createStatement()) {
            for (String limit : noStatementLimit()) {
                statement.execute(limit);
            }
        }
    }

    /** DDL is no part of a transaction here, so that one process at a time migrates, under a named lock. */
    @Override
    public void prepareWrites(Connection connection) throws SQLException {
        if (migrations.current(connection) == migrations.latest()) {
            return;
        }
        try (Connection own = connectToWait(MIGRATION_TIMEOUT)) {
            SessionLock lock = new SessionLock(MIGRATION_LOCK);
            if (!lock.acquire(own, MIGRATION_TIMEOUT)) {
                throw new SQLException("another process has been creating the tables for " + MIGRATION_TIMEOUT);
            }
            migrations.apply(own);
            lock.release(own);
        }
    }

    @Override
    public void notifyAfterCommit() {
        signal.raise();
    }

    @Override
    public AutoCloseable listen(Runnable listener) {
        return listen(listener, new WatchedSessions());
    }

    @Override
    public AutoCloseable listen(Runnable listener, WatchedSessions sessions) {
        return new SignalListener(this, listener, sessions).start();
    }

    @Override
    public boolean isRolledBack(SQLException failed) {
        return InnodbErrors.isDeadlock(failed);
    }

    @Override
    public List<String> weaknesses(StoreSession session) throws SQLException {
        return ServerVariables.of(session.connection()).weaknesses();
    }

    @Override
    public BatonException explain(String operation, SQLException failed) {
        return InnodbErrors.explain(operation + " in " + shown(), failed, settings.requestTimeout(), setup());
    }

    private String setup() {
        return SchemaMigrations.TABLE + ";\n"
                + String.join(";\n", migrations.migrations().get(0))
                + ";\nGRANT SELECT, INSERT, UPDATE, DELETE ON <database>.* TO <user>;";
    }

    @Override
    public void close() {
        signal.close();
    }

    /** Returns the number of notifications so far. */
    static long changes(Connection connection) throws SQLException {
        return SqlQuery.of(connection, "SELECT changes FROM objects_signal WHERE id = 1")
                .first(row -> row.getLong(1))
                .orElse(0L);
    }

    /** Counts a notification. */
    static void countChange(Connection connection) throws SQLException {
        SqlQuery.of(
                        connection,
                        "INSERT INTO objects_signal (id, changes) VALUES (1, 1) ON DUPLICATE KEY UPDATE changes = changes + 1")
                .update();
    }
}
