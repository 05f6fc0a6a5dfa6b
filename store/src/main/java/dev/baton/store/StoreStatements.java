package dev.baton.store;

import dev.baton.store.WriteCondition.MatchResourceVersion;
import dev.baton.store.WriteCondition.MatchUnchangedFor;
import dev.baton.store.WriteCondition.MustCreate;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** The statements of the store, in the words of one database. */
final class StoreStatements {
    static final String COLUMNS = "object_type, id, resource_version, payload, created_at_ms, updated_at_ms";

    private static final String KEY = " WHERE object_type = ? AND id = ?";
    private static final String VERSION = KEY + " AND resource_version = ?";

    private final String read = "SELECT " + COLUMNS + " FROM objects" + KEY;
    private final String list = "SELECT " + COLUMNS + " FROM objects"
            + " WHERE object_type = ? AND id > ? AND id < ? ORDER BY object_type, id LIMIT ?";
    private final String delete = "DELETE FROM objects" + VERSION + " RETURNING resource_version";
    private final String require;
    private final String create;
    private final String update;
    private final String updateOld;
    private final String upsert;
    private final String clock;

    StoreStatements(DatabaseDialect database) {
        String now = database.now();
        String next = "resource_version = " + database.nextVersion() + ", updated_at_ms = " + now;
        String insert = "INSERT INTO objects (" + COLUMNS + ") VALUES (?, ?, " + database.firstVersion() + ", ?, " + now
                + ", " + now + ") ON CONFLICT (object_type, id) DO ";
        String returning = " RETURNING " + COLUMNS;
        create = insert + "NOTHING" + returning;
        upsert = insert + "UPDATE SET payload = excluded.payload, " + next + returning;
        update = "UPDATE objects SET payload = ?, " + next + VERSION + returning;
        updateOld = "UPDATE objects SET payload = ?, " + next + VERSION + " AND (updated_at_ms + ? <= " + now
                + " OR updated_at_ms > " + now + ")" + returning;
        require = "SELECT resource_version FROM objects" + VERSION + database.lockRow();
        clock = "SELECT " + now;
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
        return session.rows(list, StoreStatements::object, type, after, before, limit);
    }

    /** What was stored, or nothing when the condition does not hold. */
    Optional<StoredObject> put(StoreSession session, BatchWrite.Put put) throws SQLException {
        String type = put.key().type();
        String id = put.key().id();
        WriteCondition condition = put.condition();
        if (condition instanceof MustCreate) {
            return session.row(create, StoreStatements::object, type, id, put.payload());
        }
        if (condition instanceof MatchResourceVersion match) {
            return session.row(update, StoreStatements::object, put.payload(), type, id, match.version());
        }
        if (condition instanceof MatchUnchangedFor old) {
            long age = old.age().toMillis();
            return session.row(updateOld, StoreStatements::object, put.payload(), type, id, old.version(), age);
        }
        return session.row(upsert, StoreStatements::object, type, id, put.payload());
    }

    /** Whether a step that puts nothing could be done. */
    boolean holds(StoreSession session, BatchWrite write) throws SQLException {
        if (write instanceof BatchWrite.Delete gone) {
            return delete(session, gone);
        }
        return write instanceof BatchWrite.Require required
                && session.row(
                                require,
                                row -> row.getLong(1),
                                required.key().type(),
                                required.key().id(),
                                required.expectedVersion())
                        .isPresent();
    }

    boolean delete(StoreSession session, BatchWrite.Delete gone) throws SQLException {
        return session.row(
                        delete,
                        row -> row.getLong(1),
                        gone.key().type(),
                        gone.key().id(),
                        gone.expectedVersion())
                .isPresent();
    }

    long clock(StoreSession session) throws SQLException {
        return session.row(clock, row -> row.getLong(1)).orElseThrow();
    }
}
