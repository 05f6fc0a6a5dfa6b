package dev.baton.store;

import dev.baton.support.sql.SqlQuery.RowReader;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The statements on single records of a database with {@code ON CONFLICT} and {@code RETURNING}. */
final class StoreStatements {
    static final String COLUMNS = "object_type, id, resource_version, payload, created_at_ms, updated_at_ms";

    private static final String KEY = " WHERE object_type = ? AND id = ?";
    private static final String VERSION = KEY + " AND resource_version = ?";

    private final String read = "SELECT " + COLUMNS + " FROM objects" + KEY;
    private final String list = "SELECT " + COLUMNS + " FROM objects"
            + " WHERE object_type = ? AND id > ? AND id < ? ORDER BY object_type, id LIMIT ?";
    private final String versions = "SELECT id, resource_version FROM objects"
            + " WHERE object_type = ? AND id > ? ORDER BY object_type, id LIMIT ?";
    private final String versionsSince = "SELECT id, resource_version FROM objects"
            + " WHERE object_type = ? AND id > ? AND updated_at_ms >= ? ORDER BY object_type, id LIMIT ?";
    private final String delete = "DELETE FROM objects" + VERSION + " RETURNING resource_version";
    private final String require;
    private final String create;
    private final String update;
    private final String updateOld;
    private final String upsert;
    private final String now;

    /**
     * Creates the statements from the SQL expressions that differ between databases.
     *
     * @param now the clock, in milliseconds since 1970
     * @param firstVersion the version of a record that is being created
     * @param nextVersion the version of a record that is being updated
     * @param lockRow the suffix of a SELECT that locks its rows until the transaction ends
     */
    StoreStatements(String now, String firstVersion, String nextVersion, String lockRow) {
        this.now = now;
        String next = "resource_version = " + nextVersion + ", updated_at_ms = " + now;
        // One reading of the clock: a new record was updated when it was created.
        String insert = "INSERT INTO objects (" + COLUMNS + ") SELECT ?, ?, " + firstVersion
                + ", ?, clock.now, clock.now FROM (SELECT " + now + " AS now) AS clock WHERE true"
                + " ON CONFLICT (object_type, id) DO ";
        String returning = " RETURNING " + COLUMNS;
        create = insert + "NOTHING" + returning;
        upsert = insert + "UPDATE SET payload = excluded.payload, " + next + returning;
        update = "UPDATE objects SET payload = ?, " + next + VERSION + returning;
        updateOld = "UPDATE objects SET payload = ?, " + next + VERSION + " AND (updated_at_ms + ? <= " + now
                + " OR updated_at_ms > " + now + ")" + returning;
        require = "SELECT resource_version FROM objects" + VERSION + lockRow;
    }

    /** Returns the SQL expression of the database's clock. */
    String now() {
        return now;
    }

    static StoredObject object(ResultSet row) throws SQLException {
        return new StoredObject(
                new ObjectKey(row.getString(1), row.getString(2)),
                row.getLong(3),
                row.getString(4),
                row.getLong(5),
                row.getLong(6));
    }

    Optional<StoredObject> read(StoreSession session, ObjectKey key) throws SQLException {
        return session.row(read, StoreStatements::object, key.type(), key.id());
    }

    List<StoredObject> list(StoreSession session, String type, String after, String before, int limit)
            throws SQLException {
        return session.rows(list, row -> readable(row, StoreStatements::object), type, after, before, limit).stream()
                .flatMap(Optional::stream)
                .toList();
    }

    /** Reads a record of a listing; empty if another program wrote it under a key that is none. */
    static Optional<StoredObject> readable(ResultSet row, RowReader<StoredObject> reader) throws SQLException {
        try {
            return Optional.of(reader.read(row));
        } catch (IllegalArgumentException foreign) {
            SessionPool.LOG.warn("a row of the table objects is left out: {}", foreign.getMessage());
            return Optional.empty();
        }
    }

    StorePage page(StoreSession session, String type, String after, String before, int limit) throws SQLException {
        StorePage.Builder page = new StorePage.Builder(limit);
        session.rows(list, row -> page.add(row.getString(2), row, StoreStatements::object), type, after, before, limit);
        return page.build();
    }

    Map<String, Long> versions(StoreSession session, String type, long sinceMillis, String after, int limit)
            throws SQLException {
        Map<String, Long> found = new LinkedHashMap<>();
        RowReader<Boolean> reader = row -> found.put(row.getString(1), row.getLong(2)) == null;
        if (sinceMillis == Long.MIN_VALUE) {
            session.rows(versions, reader, type, after, limit);
        } else {
            session.rows(versionsSince, reader, type, after, sinceMillis, limit);
        }
        return found;
    }

    /** Writes a record; empty if the condition does not hold. */
    Optional<StoredObject> put(StoreSession session, BatchWrite.Put put) throws SQLException {
        Statement statement = put.condition()
                .accept(new Conditions(this, put.key().type(), put.key().id(), put.payload()));
        return session.row(statement.sql, StoreStatements::object, statement.parameters.toArray());
    }

    /** Returns whether a delete or a requirement found its record at the expected version. */
    boolean matches(StoreSession session, BatchWrite write) throws SQLException {
        String statement = write instanceof BatchWrite.Delete ? delete : require;
        ObjectKey key = write.key();
        return session.row(statement, row -> true, key.type(), key.id(), write.expectedVersion())
                .isPresent();
    }

    /** Checks that a version can grow. */
    static void requireNext(Object what, long version) {
        if (version == Long.MAX_VALUE) {
            throw new StoreException("the resource version of " + what + " is " + version
                    + " and cannot grow any more. Nothing was written");
        }
    }

    long clock(StoreSession session) throws SQLException {
        return session.row("SELECT " + now, row -> row.getLong(1)).orElseThrow();
    }

    private record Statement(String sql, List<Object> parameters) {}

    /** The statement that writes a record under each condition. */
    private record Conditions(StoreStatements sql, String type, String id, String payload)
            implements WriteCondition.Visitor<Statement> {
        @Override
        public Statement mustCreate() {
            return new Statement(sql.create, List.of(type, id, payload));
        }

        @Override
        public Statement matchResourceVersion(long version) {
            return new Statement(sql.update, List.of(payload, type, id, version));
        }

        @Override
        public Statement matchUnchangedFor(long version, Duration age) {
            return new Statement(sql.updateOld, List.of(payload, type, id, version, age.toMillis()));
        }

        @Override
        public Statement unconditional() {
            return new Statement(sql.upsert, List.of(type, id, payload));
        }
    }
}
