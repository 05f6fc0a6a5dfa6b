package dev.baton.store;

import dev.baton.BatonException;
import dev.baton.support.text.LocalPath;
import dev.baton.support.text.MariadbLocation;
import dev.baton.support.text.PostgresLocation;
import dev.baton.support.text.UrlParameters;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The parts of the store that differ between databases. */
interface DatabaseDialect extends AutoCloseable {
    /** The prefix of a URL that names an SQLite file. */
    String SQLITE = "sqlite:";

    /**
     * Returns the database of a URL, without connecting to it.
     *
     * @throws IllegalArgumentException if the URL is wrong; the message contains no password
     */
    static DatabaseDialect of(String url, StoreSettings settings) {
        String form = url.startsWith(SQLITE)
                ? "sqlite:PATH"
                : MariadbLocation.isMariadb(url) ? MariadbDriver.FORM : PostgresDriver.FORM;
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
            return SqliteDatabase.of(path(path, parameters), settings);
        }
        if (MariadbLocation.isMariadb(url)) {
            return MariadbDriver.database(url, parameters, System.getenv(), settings);
        }
        if (!PostgresLocation.isPostgres(url)) {
            throw new IllegalArgumentException("this is not the URL of a store; the forms are sqlite:PATH, "
                    + PostgresDriver.FORM + " and " + MariadbDriver.FORM);
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
            return LocalPath.of(text);
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

    /** Checks that a database may be created where there is none yet. */
    default void requirePlace() throws SQLException {}

    /**
     * Reads with a connection that was prepared. The result is the given one only if it is proven that a file has no
     * tables of the store yet. A server always has them: there, reading creates them.
     */
    default <T> T read(StoreSession session, T absent, StoreSession.Work<T> work) throws SQLException {
        return work.on(session);
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

    /** Returns an SQL expression for the clock, in milliseconds since 1970. */
    String now();

    /** Reads the clock. */
    long clock(StoreSession session) throws SQLException;

    /** Reads a record. */
    Optional<StoredObject> read(StoreSession session, ObjectKey key) throws SQLException;

    /** Reads the records of a type whose ids are between the given ones, in the order of their ids. */
    List<StoredObject> list(StoreSession session, String type, String after, String before, int limit)
            throws SQLException;

    /** Reads the same, and where the next page begins. */
    StorePage page(StoreSession session, String type, String after, String before, int limit) throws SQLException;

    /**
     * Reads the ids after the given one, in their order, with the versions of their records.
     *
     * @param sinceMillis the earliest last write by the database's clock; {@link Long#MIN_VALUE} for all records
     */
    Map<String, Long> versions(StoreSession session, String type, long sinceMillis, String after, int limit)
            throws SQLException;

    /** Writes a record, alone or as a part of the open transaction; empty if the condition does not hold. */
    Optional<StoredObject> put(StoreSession session, BatchWrite.Put put) throws SQLException;

    /** Deletes a record at its version, and returns whether there was one. */
    boolean delete(StoreSession session, BatchWrite.Delete delete) throws SQLException;

    /** Returns whether a record has the required version, and locks it until the open transaction ends. */
    boolean holds(StoreSession session, BatchWrite.Require require) throws SQLException;

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

    /** Same, and also after the end of a watched session of another process, where that can be seen. */
    default AutoCloseable listen(Runnable listener, WatchedSessions sessions) {
        return listen(listener);
    }

    /** Returns the name by which other processes recognize the end of this one's session. */
    default String sessionName() {
        return UUID.randomUUID().toString();
    }

    /** Returns what is set before and after a transaction of several statements. */
    default TransactionFrame transactionFrame() {
        return TransactionFrame.NONE;
    }

    /** Returns whether the server has rolled the whole transaction back, so that it can be tried again. */
    default boolean isRolledBack(SQLException failed) {
        return false;
    }

    /** Returns the settings of the server that weaken what the store promises, and their cure. */
    default List<String> weaknesses(StoreSession session) throws SQLException {
        return List.of();
    }

    /** Ends what this dialect keeps beside the sessions. */
    @Override
    default void close() {}

    /** Returns an exception that names the failed operation and the next step. */
    BatonException explain(String operation, SQLException failed);
}
