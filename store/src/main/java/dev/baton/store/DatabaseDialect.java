package dev.baton.store;

import dev.baton.BatonException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** What differs between the two databases. */
interface DatabaseDialect {

    /** The database in words that are safe to log. */
    String shown();

    /** A new connection, in autocommit mode. */
    Connection connect() throws SQLException;

    /** What a connection would reach now: kept ones that reached something else are thrown away. */
    Object identity();

    /** Makes sure that the tables are there. Idempotent, and safe with any number of processes at once. */
    void createTables(StoreSession session) throws SQLException;

    /** Milliseconds since 1970 by the database's clock, as an expression. */
    String now();

    /** The version of a record that is being created, as an expression. */
    String firstVersion();

    /** The version of a record that is being written again, as an expression. */
    String nextVersion();

    /** What a SELECT adds so that nobody changes its row before the transaction ends. */
    String lockRow();

    /** Those of the records that are there, and the clock, in one statement. */
    StoreSnapshot snapshot(StoreSession session, Collection<ObjectKey> keys) throws SQLException;

    /** The records of one type with these ids. */
    List<StoredObject> readAll(StoreSession session, String type, Collection<String> ids) throws SQLException;

    /** Writes these records again as they are, where the version matches; the new versions, in one round trip where all match. */
    Map<String, Long> touch(StoreSession session, String type, Map<String, Long> versions) throws SQLException;

    /** Tells all that listen, when the transaction is committed. */
    void announce(StoreSession session) throws SQLException;

    /** Tells all that listen, where only a commit that everybody can see may be told of. */
    void announceCommitted();

    /** Calls back soon after every announcement, from a thread of its own, until it is closed. */
    AutoCloseable listen(Runnable news);

    /** What failed, in words that say what to do next. */
    BatonException explain(String what, SQLException failed);
}
