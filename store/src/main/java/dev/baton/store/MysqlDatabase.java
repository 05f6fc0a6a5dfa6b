package dev.baton.store;

import java.sql.SQLException;
import java.util.List;

/**
 * A MySQL database, 8.0 or newer; experimental. It has no sequences: versions are the numbers of rows that are inserted
 * into a table and deleted in the same transaction. The server remembers the highest number without the rows.
 */
final class MysqlDatabase extends InnodbDatabase {
    private static final String VERSION = "LAST_INSERT_ID()";

    private static final List<String> TABLES = List.of(
            "CREATE TABLE IF NOT EXISTS objects_version (version bigint NOT NULL AUTO_INCREMENT PRIMARY KEY)"
                    + " ENGINE=InnoDB",
            OBJECTS,
            SIGNAL);

    private static final String ALLOCATE = "INSERT INTO objects_version (version) VALUES (NULL)";
    private static final String FORGET = "DELETE FROM objects_version WHERE version = ?";
    private static final String LOCK =
            "SELECT resource_version FROM objects WHERE object_type = ? AND id = ? FOR UPDATE";
    private static final String TOUCH =
            "UPDATE objects SET resource_version = " + VERSION + ", updated_at_ms = " + NOW + " WHERE ";

    private static final int MAX_ATTEMPTS = 10;

    MysqlDatabase(ConnectionSource source, String shown, StoreSettings settings) {
        super(source, shown, settings, VERSION, TABLES);
    }

    @Override
    void check(ServerVariables server) {
        server.requireLastingNumbers(shown());
        server.refuseClusters(shown());
    }

    /** The server limits the time of a SELECT only. */
    @Override
    List<String> limits() {
        return List.of();
    }

    @Override
    List<String> noStatementLimit() {
        return List.of();
    }

    /** A client that freezes inside a transaction must not keep its row locks; the server ends idle sessions only. */
    @Override
    public TransactionFrame transactionFrame() {
        long seconds = Math.max(1, (settings.requestTimeout().toMillis() + 999) / 1000);
        return new TransactionFrame(
                "SET SESSION wait_timeout = " + seconds, "SET SESSION wait_timeout = " + IDLE_SECONDS);
    }

    @Override
    void allocate(StoreSession session) throws SQLException {
        newVersion(session);
    }

    private static long newVersion(StoreSession session) throws SQLException {
        long version = session.generate(ALLOCATE).number();
        session.update(FORGET, version);
        return version;
    }

    /** The row is locked before its version is allocated, so that the version of a record never decreases. */
    @Override
    boolean upsert(StoreSession session, ObjectKey key, String payload) throws SQLException {
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            boolean exists = session.row(LOCK, row -> true, bytes(key.type()), bytes(key.id()))
                    .isPresent();
            if (exists ? update(session, key, payload, "") : insert(session, key, payload)) {
                return true;
            }
        }
        throw new StoreException("writing " + key + " in " + shown() + ": the record was created and deleted "
                + MAX_ATTEMPTS + " times meanwhile. Nothing was written");
    }

    @Override
    Touched touch(StoreSession session, String where, Object... parameters) throws SQLException {
        return session.atomically(
                same -> {
                    long version = newVersion(same);
                    return new Touched(same.update(TOUCH + where, parameters), version);
                },
                all -> all.rows() > 0);
    }
}
