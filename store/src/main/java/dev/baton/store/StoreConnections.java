package dev.baton.store;

import dev.baton.BatonException;
import dev.baton.support.text.UrlParameters;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;

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

    /**
     * Returns the connections of {@code sqlite:PATH} or {@code postgres://…}. Connects to nothing.
     *
     * @throws IllegalArgumentException if the URL is wrong or names another database
     */
    public static StoreConnections to(String url, StoreSettings settings) {
        DatabaseDialect database = DatabaseDialect.of(url, settings);
        if (!(database instanceof ReturningDialect)) {
            throw new IllegalArgumentException(
                    "own tables need sqlite:PATH or postgres://…, but this is " + database.shown());
        }
        return new StoreConnections(database);
    }

    /**
     * Checks a store's URL to which a caller added parameters of its own. Connects to nothing.
     *
     * @param form how the caller's URL is written, for error messages
     * @param own the names of the caller's parameters, which are suggested too
     * @throws IllegalArgumentException if the URL is wrong; the message contains no password
     */
    public static void check(String url, String form, Collection<String> own) {
        UrlParameters.parse(url, form, parameters -> {
            parameters.takeAll(own);
            return DatabaseDialect.of(url, parameters, StoreSettings.defaults());
        });
    }

    /** Opens a new connection in auto-commit mode. */
    public Connection open() throws SQLException {
        Connection connection = database.connect();
        try {
            database.setJournal(connection);
            return connection;
        } catch (SQLException failed) {
            connection.close();
            throw failed;
        }
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
        return database.now();
    }

    /** Returns an exception that names the failed operation and the next step. */
    public BatonException explain(String operation, SQLException failed) {
        return database.explain(operation, failed);
    }
}
