package dev.baton.store;

import dev.baton.BatonException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Connections to a database that a store's URL names, for those who keep tables of their own there. They are set up
 * as the store's own: nothing waits for longer than the request timeout, and a commit is durable.
 */
public final class StoreConnections {
    private final DatabaseDialect database;
    private final boolean sqlite;

    private StoreConnections(DatabaseDialect database, boolean sqlite) {
        this.database = database;
        this.sqlite = sqlite;
    }

    /** Those of {@code sqlite:PATH} or {@code postgres://…}. */
    public static StoreConnections to(String url, StoreSettings settings) {
        if (url.startsWith("sqlite:")) {
            return new StoreConnections(new SqliteDatabase(Path.of(url.substring("sqlite:".length())), settings), true);
        }
        return new StoreConnections(new PostgresDatabase(PostgresAddress.parse(url, System.getenv()), settings), false);
    }

    /** A new connection, in autocommit mode. */
    public Connection open() throws SQLException {
        return database.connect();
    }

    /** The database in words that are safe to log. */
    public String shown() {
        return database.shown();
    }

    /** Whether it is an SQLite file. */
    public boolean isSqlite() {
        return sqlite;
    }

    /** Milliseconds since 1970 by the database's clock, as an SQL expression. */
    public String now() {
        return database.now();
    }

    /** What failed, in words that say what to do next. */
    public BatonException explain(String what, SQLException failed) {
        return database.explain(what, failed);
    }
}
