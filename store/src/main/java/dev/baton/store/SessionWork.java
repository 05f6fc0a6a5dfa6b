package dev.baton.store;

import java.sql.SQLException;

/** Work on one session of the database. */
@FunctionalInterface
interface SessionWork<T> {
    T on(StoreSession session) throws SQLException;
}
