package dev.baton.store;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A dialect with {@code ON CONFLICT} and {@code RETURNING}, in which every write is one statement. */
interface ReturningDialect extends DatabaseDialect {

    /** Returns the statements on single records. */
    StoreStatements statements();

    @Override
    default String now() {
        return statements().now();
    }

    @Override
    default long clock(StoreSession session) throws SQLException {
        return statements().clock(session);
    }

    @Override
    default Optional<StoredObject> read(StoreSession session, ObjectKey key) throws SQLException {
        return statements().read(session, key);
    }

    @Override
    default List<StoredObject> list(StoreSession session, String type, String after, String before, int limit)
            throws SQLException {
        return statements().list(session, type, after, before, limit);
    }

    @Override
    default StorePage page(StoreSession session, String type, String after, String before, int limit)
            throws SQLException {
        return statements().page(session, type, after, before, limit);
    }

    @Override
    default Map<String, Long> versions(StoreSession session, String type, long sinceMillis, String after, int limit)
            throws SQLException {
        return statements().versions(session, type, sinceMillis, after, limit);
    }

    @Override
    default Optional<StoredObject> put(StoreSession session, BatchWrite.Put put) throws SQLException {
        return statements().put(session, put);
    }

    @Override
    default boolean delete(StoreSession session, BatchWrite.Delete delete) throws SQLException {
        return statements().matches(session, delete);
    }

    @Override
    default boolean holds(StoreSession session, BatchWrite.Require require) throws SQLException {
        return statements().matches(session, require);
    }
}
