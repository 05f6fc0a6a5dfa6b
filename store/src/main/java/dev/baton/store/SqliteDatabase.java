package dev.baton.store;

import dev.baton.BatonException;
import dev.baton.support.json.Json;
import dev.baton.support.sql.AbsentTable;
import dev.baton.support.sql.SchemaMigrations;
import dev.baton.support.sql.SqlQuery;
import dev.baton.support.text.LocalPath;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * An SQLite file that is reached in one place only. Every commit is synced to the disk. A transaction takes the write lock when it begins, so that it cannot fail to get it halfway through.
 */
record SqliteDatabase(Path file, StoreSettings settings, SqliteUse use) implements ReturningDialect {
    private static final List<String> DDL = List.of(
            "CREATE TABLE IF NOT EXISTS objects (object_type TEXT NOT NULL, id TEXT NOT NULL,"
                    + " resource_version INTEGER NOT NULL, payload TEXT NOT NULL, created_at_ms INTEGER NOT NULL,"
                    + " updated_at_ms INTEGER NOT NULL, PRIMARY KEY (object_type, id)) STRICT, WITHOUT ROWID",
            // The highest version that was ever deleted: a record that is created again starts above it.
            "CREATE TABLE IF NOT EXISTS objects_floor (version INTEGER NOT NULL) STRICT",
            "CREATE TRIGGER IF NOT EXISTS objects_keep_floor AFTER DELETE ON objects"
                    + " WHEN old.resource_version > (SELECT coalesce(max(version), 0) FROM objects_floor) BEGIN"
                    + " DELETE FROM objects_floor; INSERT INTO objects_floor VALUES (old.resource_version); END");

    private static final String NOW = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";
    private static final StoreStatements STATEMENTS = new StoreStatements(
            NOW, "(SELECT coalesce(max(version), 0) + 1 FROM objects_floor)", "objects.resource_version + 1", "");
    private static final String READ_ALL = "SELECT " + StoreStatements.COLUMNS + " FROM objects"
            + " WHERE object_type = ? AND id IN (SELECT value FROM json_each(?))";
    private static final String READ_VERSIONS = "SELECT id, resource_version FROM objects"
            + " WHERE object_type = ? AND id IN (SELECT value FROM json_each(?))";
    private static final String SNAPSHOT =
            "SELECT " + StoreStatements.COLUMNS.replace("id,", "objects.id,") + ", " + NOW
                    + " FROM json_each(?) AS wanted JOIN objects ON object_type = json_extract(wanted.value, '$[0]')"
                    + " AND objects.id = json_extract(wanted.value, '$[1]')";
    private static final String TOUCH =
            "UPDATE objects SET resource_version = ?," + " updated_at_ms = (SELECT " + NOW + ") WHERE object_type = ?";
    private static final String TOUCH_EACH =
            TOUCH + " AND (id, resource_version) IN (SELECT key, value FROM json_each(?))";
    /** Rows renewed together have the same version. Matching on that version takes half the time. */
    private static final String TOUCH_SAME_VERSION =
            TOUCH + " AND resource_version = ? AND id IN (SELECT value FROM json_each(?))";

    private static final SchemaMigrations MIGRATIONS =
            new SchemaMigrations("objects", "SELECT 1 FROM objects, objects_floor WHERE 1 = 0", "", List.of(DDL));

    static SqliteDatabase of(Path file, StoreSettings settings) {
        Path absolute = LocalPath.absolute(file);
        return new SqliteDatabase(absolute, settings, new SqliteUse(absolute));
    }

    @Override
    public String shown() {
        return "sqlite:" + file;
    }

    @Override
    public Connection connect() throws SQLException {
        use.begin();
        return opener().open();
    }

    @Override
    public void close() {
        use.end();
    }

    @Override
    public void setJournal(Connection connection) throws SQLException {
        opener().setJournal(connection);
    }

    private SqliteOpener opener() {
        return new SqliteOpener(file, settings);
    }

    @Override
    public boolean isAbsent() {
        Path folder = file.getParent();
        return Files.notExists(file) && folder != null && Files.isDirectory(folder);
    }

    @Override
    public void requirePlace() throws SQLException {
        SqliteFiles.requireOnePlace(file);
    }

    @Override
    public <T> T read(StoreSession session, T absent, StoreSession.Work<T> work) throws SQLException {
        return AbsentTable.orElse(session.connection(), absent, () -> work.on(session));
    }

    @Override
    public void prepareReads(Connection connection) throws SQLException {
        MIGRATIONS.requireKnown(connection);
    }

    @Override
    public Object identity() {
        return SqliteFiles.of(file);
    }

    @Override
    public void prepareWrites(Connection connection) throws SQLException {
        setJournal(connection);
        MIGRATIONS.apply(connection);
        SqlQuery.of(connection, "SELECT " + StoreStatements.COLUMNS + " FROM objects LIMIT 0")
                .first(StoreStatements::object);
    }

    @Override
    public StoreStatements statements() {
        return STATEMENTS;
    }

    @Override
    public StoreSnapshot snapshot(StoreSession session, Collection<ObjectKey> keys) throws SQLException {
        List<List<String>> pairs =
                keys.stream().map(key -> List.of(key.type(), key.id())).toList();
        return StoreSnapshot.read(session, SNAPSHOT, Json.write(pairs));
    }

    @Override
    public List<StoredObject> readAll(StoreSession session, String type, Collection<String> ids) throws SQLException {
        return session.rows(READ_ALL, StoreStatements::object, type, Json.write(new ArrayList<>(ids)));
    }

    /** All records get the same new version, higher than any of the old ones. Usually they had the same one before. */
    @Override
    public Map<String, Long> touch(StoreSession session, String type, Map<String, Long> versions) throws SQLException {
        long highest = Collections.max(versions.values());
        String ids = Json.write(new ArrayList<>(versions.keySet()));
        if (Collections.min(versions.values()) == highest
                && highest < Long.MAX_VALUE
                && updatesAll(session, versions.size(), TOUCH_SAME_VERSION, highest + 1, type, highest, ids)) {
            return same(versions.keySet(), highest + 1);
        }
        return session.inTransaction(open -> touchMatching(open, type, versions, ids), touched -> !touched.isEmpty());
    }

    /** The version follows those of the records that match: what a caller expects of others must not exhaust it. */
    private static Map<String, Long> touchMatching(
            StoreSession session, String type, Map<String, Long> versions, String ids) throws SQLException {
        Map<String, Long> matching = new HashMap<>();
        session.rows(READ_VERSIONS, row -> matching.put(row.getString(1), row.getLong(2)), type, ids);
        matching.entrySet().removeIf(found -> !found.getValue().equals(versions.get(found.getKey())));
        if (matching.isEmpty()) {
            return Map.of();
        }
        long highest = Collections.max(matching.values());
        StoreStatements.requireNext(type + matching.keySet(), highest);
        session.update(TOUCH_EACH, highest + 1, type, Json.write(matching));
        return same(matching.keySet(), highest + 1);
    }

    private static Map<String, Long> same(Collection<String> ids, long version) {
        Map<String, Long> touched = new HashMap<>();
        ids.forEach(id -> touched.put(id, version));
        return touched;
    }

    /** Updates all rows or none, and returns which. A single row needs no transaction for that. */
    private static boolean updatesAll(StoreSession session, int rows, String sql, Object... parameters)
            throws SQLException {
        StoreSession.Work<Boolean> update = same -> same.update(sql, parameters) == rows;
        return rows == 1 ? update.on(session) : session.inTransaction(update, all -> all);
    }

    /**
     * A commit writes to the files before it is visible, and a listener that wakes up then may find nothing. This sets
     * the file's time to the time that it already has: the watchers are notified without a clock being read. Where that
     * is not allowed, the watchers' own second look finds the change. {@code Files.setLastModifiedTime} would open and
     * close the file, which frees all locks of this process on it; the older method sets the time by path.
     */
    @Override
    public void notifyAfterCommit() {
        File touched = file.toFile();
        if (!touched.setLastModified(touched.lastModified())) {
            SessionPool.LOG.debug("cannot set the file time of {}; listeners notice the change by polling", file);
        }
    }

    @Override
    public AutoCloseable listen(Runnable listener) {
        return FileChangeListener.watch(file, listener);
    }

    @Override
    public BatonException explain(String operation, SQLException failed) {
        return SqliteErrors.explain(operation + " in " + shown(), failed, settings.requestTimeout());
    }
}
