package dev.baton.store;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Opens connections to one database.
 *
 * <pre>{@code
 * ConnectionSource source = dataSource::getConnection;
 * }</pre>
 */
@FunctionalInterface
public interface ConnectionSource {

    /** Returns a connection that nothing else uses. Blocks until it is connected or has failed. The store closes it. */
    Connection open() throws SQLException;
}
