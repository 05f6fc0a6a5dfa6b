package dev.baton.store;

import dev.baton.support.sql.SqlQuery.RowReader;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A consistent snapshot of several records.
 *
 * @param clockMillis the database's clock at the time of the snapshot; 0 if none of the records exists
 */
public record StoreSnapshot(long clockMillis, Map<ObjectKey, StoredObject> objects) {

    /** Returns the record, if it exists. */
    public Optional<StoredObject> get(ObjectKey key) {
        return Optional.ofNullable(objects.get(key));
    }

    /** Runs a query for records and, in the last column, the clock. */
    static StoreSnapshot read(StoreSession session, String sql, Object... parameters) throws SQLException {
        return read(session, StoreStatements::object, sql, parameters);
    }

    /** Same, with another reader of records. */
    static StoreSnapshot read(StoreSession session, RowReader<StoredObject> reader, String sql, Object... parameters)
            throws SQLException {
        Map<ObjectKey, StoredObject> objects = new HashMap<>();
        List<Long> clock = session.rows(
                sql,
                row -> {
                    StoredObject object = reader.read(row);
                    objects.put(object.key(), object);
                    return row.getLong(7);
                },
                parameters);
        return new StoreSnapshot(clock.isEmpty() ? 0 : clock.get(clock.size() - 1), Map.copyOf(objects));
    }
}
