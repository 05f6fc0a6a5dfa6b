package dev.baton.store;

import java.sql.ResultSet;
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

    record Row(StoredObject object, long clockMillis) {
        static Row read(ResultSet row) throws SQLException {
            return new Row(StoreStatements.object(row), row.getLong(7));
        }
    }

    static StoreSnapshot of(List<Row> rows) {
        Map<ObjectKey, StoredObject> objects = new HashMap<>();
        long clock = 0;
        for (Row row : rows) {
            objects.put(row.object().key(), row.object());
            clock = row.clockMillis();
        }
        return new StoreSnapshot(clock, Map.copyOf(objects));
    }
}
