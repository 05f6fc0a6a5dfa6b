package dev.baton.store;

import java.sql.SQLException;

/** Something done on a session of the database. */
@FunctionalInterface
interface SqlWork<T> {
    T on(Session session) throws SQLException;
}
