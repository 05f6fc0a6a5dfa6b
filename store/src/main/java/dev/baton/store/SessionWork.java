package dev.baton.store;

import java.sql.SQLException;

/** Something done on a session of the database. */
@FunctionalInterface
interface SessionWork<T> {
    T on(StoreSession session) throws SQLException;
}
