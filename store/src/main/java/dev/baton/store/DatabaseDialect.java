package dev.baton.store;

import dev.baton.BatonException;
import dev.baton.support.text.HomePath;
import dev.baton.support.text.PostgresLocation;
import dev.baton.support.text.UrlParameters;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The parts of the store that differ between databases. */
interface DatabaseDialect {
    /** The prefix of a URL that names an SQLite file. */
    String SQLITE = "sqlite:";

    /**
     * Returns the database of a URL, without connecting to it.
     *
     * @throws IllegalArgumentException if the URL is wrong; the message contains no password
     */
    static DatabaseDialect of(String url, StoreSettings settings) {
        String form = url.startsWith(SQLITE) ? "sqlite:PATH" : PostgresDriver.FORM;
        return UrlParameters.parse(url, form, parameters -> of(url, parameters, settings));
    }

    /** Returns the same from the parameters that the caller did not take. */
    static DatabaseDialect of(String url, UrlParameters parameters, StoreSettings settings) {
        if (url.startsWith(SQLITE)) {
            parameters.refuseOthers();
            String path = UrlParameters.withoutParameters(url).substring(SQLITE.length());
            if (path.isEmpty()) {
                throw parameters.wrong("the path of the database is missing");
            }
            requireSqliteDriver();
            return new SqliteDatabase(path(HomePath.expand(path), parameters), settings);
        }
        if (!PostgresLocation.isPostgres(url)) {
            throw new IllegalArgumentException("this is not the URL of a store; the forms are sqlite:PATH and"
                    + " postgres://[USER@]HOST[:PORT]/DATABASE[?schema=NAME&sslmode=…]");
        }
        return PostgresDriver.database(url, parameters, System.getenv(), settings);
    }

    /** The driver is an optional dependency: users of PostgreSQL do not need its 12 MB. */
    private static void requireSqliteDriver() {
        try {
            Class.forName("org.sqlite.JDBC");
        } catch (ClassNotFoundException missing) {
            throw new IllegalArgumentException(
                    "sqlite: needs the SQLite driver; add the artifact org.xerial:sqlite-jdbc", missing);
        }
    }

    private static Path path(String text, UrlParameters parameters) {
        try {
            return Path.of(text);
        } catch (InvalidPathException wrong) {
            throw parameters.wrong("the path of the database is not a path");
        }
    }

    /** Returns the location without secrets, safe to log. */
    String shown();

    /** Opens a new connection in auto-commit mode. Creates nothing in a database that exists. */
    Connection connect() throws SQLException;

    /** Returns whether there is no database yet, so that connecting would create it. */
    default boolean isAbsent() {
        return false;
    }

    /**
     * Returns whether a statement failed because a file has no tables of the store yet. A server always has them: there,
     * reading creates them.
     */
    default boolean isMissingTable(SQLException failed) {
        return false;
    }

    /** Prepares a connection for reading: checks the version of the tables, which a server may also create. */
    default void prepareReads(Connection connection) throws SQLException {
        prepareWrites(connection);
    }

    /** Returns what a new connection would reach now. Idle connections that reached something else are discarded. */
    Object identity();

    /** Sets how a connection records what its transactions change, where that is a choice. */
    default void setJournal(Connection connection) throws SQLException {}

    /** Prepares a connection for writing: creates or upgrades the tables. Idempotent; safe with any number of processes. */
    void prepareWrites(Connection connection) throws SQLException;

    /** Returns the statements on single records. */
    StoreStatements statements();

    /** Reads the given records and the clock in one statement; records that do not exist are left out. */
    StoreSnapshot snapshot(StoreSession session, Collection<ObjectKey> keys) throws SQLException;

    /** Reads the records of one type with these ids. */
    List<StoredObject> readAll(StoreSession session, String type, Collection<String> ids) throws SQLException;

    /**
     * Rewrites the given records unchanged where the version matches, in one round trip if all match. Returns the new
     * versions by id.
     */
    Map<String, Long> touch(StoreSession session, String type, Map<String, Long> versions) throws SQLException;

    /** Notifies all listeners when the current transaction is committed, if the database can do that. */
    default void notifyInTransaction(StoreSession session) throws SQLException {}

    /** Notifies all listeners of a database that can only notify after the commit. */
    default void notifyAfterCommit() {}

    /** Calls the listener soon after every notification, on its own thread, until the result is closed. */
    AutoCloseable listen(Runnable listener);

    /** Returns an exception that names the failed operation and the next step. */
    BatonException explain(String operation, SQLException failed);
}
