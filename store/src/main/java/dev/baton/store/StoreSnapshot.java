package dev.baton.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Several records as they were at one moment.
 *
 * @param clockMillis the database's clock at that moment; 0 when none of the records is there
 */
public record StoreSnapshot(long clockMillis, Map<ObjectKey, StoredObject> objects) {

    /** The record, if it is there. */
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
