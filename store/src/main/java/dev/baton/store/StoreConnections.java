package dev.baton.store;

import dev.baton.BatonException;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Connections to the database of a store's URL, for code that keeps its own tables there. They have the store's own
 * settings: no statement waits longer than the request timeout, and a commit is durable.
 *
 * <pre>{@code
 * StoreConnections connections = StoreConnections.to("sqlite:/var/lib/app/jobs.db", StoreSettings.defaults());
 * try (Connection connection = connections.open()) {
 *     // ...
 * }
 * }</pre>
 */
public final class StoreConnections {
    private final DatabaseDialect database;

    private StoreConnections(DatabaseDialect database) {
        this.database = database;
    }

    /** Returns the connections of {@code sqlite:PATH} or {@code postgres://…}. Connects to nothing. */
    public static StoreConnections to(String url, StoreSettings settings) {
        return new StoreConnections(DatabaseDialect.of(url, settings));
    }

    /** Opens a new connection in auto-commit mode. */
    public Connection open() throws SQLException {
        return database.connect();
    }

    /** Returns the location of the database without secrets, safe to log. */
    public String shown() {
        return database.shown();
    }

    /** Returns whether the database is an SQLite file. */
    public boolean isSqlite() {
        return database instanceof SqliteDatabase;
    }

    /** Returns an SQL expression for the database's clock, in milliseconds since 1970. */
    public String now() {
        return database.statements().now();
    }

    /** Returns an exception that names the failed operation and the next step. */
    public BatonException explain(String operation, SQLException failed) {
        return database.explain(operation, failed);
    }
}
