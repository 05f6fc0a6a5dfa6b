package dev.baton.postgres;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Opens the sessions of the PostgreSQL backend. Every call returns a new connection to the same database that no other
 * code uses: Baton keeps it open for long, changes its settings, and ends its server session when it is done.
 */
@FunctionalInterface
public interface ConnectionFactory {

    /**
     * Opens a connection in auto-commit mode. May block for a bounded time.
     *
     * @param use the purpose, for the application name: {@code lock}, {@code control}, {@code wait}, {@code probe} or
     *     {@code doctor}
     */
    Connection connect(String use) throws SQLException;

    /** Returns a short name of the database for logs and errors. Must not contain a password. */
    default String describe() {
        return "PostgreSQL";
    }
}
