package dev.baton.postgres;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Where sessions come from. Every call makes a new connection to the same database that nobody else uses:
 * not from a pool, and not through one that shares sessions between clients.
 */
@FunctionalInterface
public interface ConnectionFactory {

    /**
     * A new connection, in autocommit mode. May block, for a bounded time.
     *
     * @param use what for: {@code lock}, {@code control} or {@code wait}
     */
    Connection connect(String use) throws SQLException;
}
