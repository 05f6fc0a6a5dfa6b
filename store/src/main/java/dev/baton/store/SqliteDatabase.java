package dev.baton.store;

import dev.baton.BatonException;
import dev.baton.support.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteConfig.TransactionMode;

/**
 * An SQLite file. It is in WAL mode, so readers and the writer do not wait for each other; every commit is synced to the
 * disk; a transaction takes the write lock when it begins, so it cannot fail half-way for want of it.
 */
final class SqliteDatabase implements DatabaseDialect {
    private static final List<String> DDL = List.of(
            "CREATE TABLE IF NOT EXISTS objects (object_type TEXT NOT NULL, id TEXT NOT NULL,"
                    + " resource_version INTEGER NOT NULL, payload TEXT NOT NULL, created_at_ms INTEGER NOT NULL,"
                    + " updated_at_ms INTEGER NOT NULL, PRIMARY KEY (object_type, id)) STRICT, WITHOUT ROWID",
            // The highest version that was ever deleted: what is created again starts above it.
            "CREATE TABLE IF NOT EXISTS objects_floor (version INTEGER NOT NULL) STRICT",
            "CREATE TRIGGER IF NOT EXISTS objects_keep_floor AFTER DELETE ON objects"
                    + " WHEN old.resource_version > (SELECT coalesce(max(version), 0) FROM objects_floor) BEGIN"
                    + " DELETE FROM objects_floor; INSERT INTO objects_floor VALUES (old.resource_version); END");

    private static final String NOW = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";
    private static final String READ_ALL = "SELECT " + StoreStatements.COLUMNS + " FROM objects"
            + " WHERE object_type = ? AND id IN (SELECT value FROM json_each(?))";
    private static final String SNAPSHOT =
            "SELECT " + StoreStatements.COLUMNS.replace("id,", "objects.id,") + ", " + NOW
                    + " FROM json_each(?) AS asked JOIN objects ON object_type = json_extract(asked.value, '$[0]')"
                    + " AND objects.id = json_extract(asked.value, '$[1]')";
    private static final String TOUCH =
            "UPDATE objects SET resource_version = ?," + " updated_at_ms = (SELECT " + NOW + ") WHERE object_type = ?";
    private static final String TOUCH_EACH =
            TOUCH + " AND (id, resource_version) IN (SELECT key, value FROM json_each(?))";
    /** What was touched together is at one version, and is found in half the time. */
    private static final String TOUCH_ALIKE =
            TOUCH + " AND resource_version = ? AND id IN (SELECT value FROM json_each(?))";

    private final Path file;
    private final StoreSettings settings;

    SqliteDatabase(Path file, StoreSettings settings) {
        this.file = file.toAbsolutePath().normalize();
        this.settings = settings;
    }

    @Override
    public String shown() {
        return "sqlite:" + file;
    }

    /** Turning WAL on does not wait for others that do the same, so it is tried again for as long as a request may take. */
    @Override
    public Connection connect() throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setJournalMode(JournalMode.WAL);
        config.setSynchronous(SynchronousMode.FULL);
        config.setTransactionMode(TransactionMode.IMMEDIATE);
        config.setBusyTimeout((int) settings.requestTimeout().toMillis());
        long until = System.nanoTime() + settings.requestTimeout().toNanos();
        while (true) {
            try {
                return config.createConnection("jdbc:sqlite:" + file);
            } catch (SQLException failed) {
                if (!SqliteErrors.isBusy(failed) || System.nanoTime() - until > 0) {
                    throw failed;
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
            }
        }
    }

    @Override
    public Object identity() {
        try {
            Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
            return Objects.requireNonNullElse(key, file);
        } catch (IOException gone) {
            return new Object();
        }
    }

    @Override
    public void createTables(StoreSession session) throws SQLException {
        String question = "SELECT count(*) FROM sqlite_master WHERE name IN ('objects', 'objects_floor',"
                + " 'objects_keep_floor')";
        if (session.row(question, row -> row.getInt(1)).orElse(0) < DDL.size()) {
            Connection connection = session.connection();
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                for (String sql : DDL) {
                    statement.execute(sql);
                }
            }
            connection.commit();
            connection.setAutoCommit(true);
        }
        session.rows("SELECT " + StoreStatements.COLUMNS + " FROM objects LIMIT 0", StoreStatements::object);
    }

    @Override
    public String now() {
        return NOW;
    }

    @Override
    public String firstVersion() {
        return "(SELECT coalesce(max(version), 0) + 1 FROM objects_floor)";
    }

    @Override
    public String nextVersion() {
        return "objects.resource_version + 1";
    }

    @Override
    public String lockRow() {
        return "";
    }

    @Override
    public StoreSnapshot snapshot(StoreSession session, Collection<ObjectKey> keys) throws SQLException {
        List<List<String>> pairs =
                keys.stream().map(key -> List.of(key.type(), key.id())).toList();
        return StoreSnapshot.of(session.rows(SNAPSHOT, StoreSnapshot.Row::read, Json.write(pairs)));
    }

    @Override
    public List<StoredObject> readAll(StoreSession session, String type, Collection<String> ids) throws SQLException {
        return session.rows(READ_ALL, StoreStatements::object, type, Json.write(new ArrayList<>(ids)));
    }

    /** All get one version, higher than any of theirs. */
    @Override
    public Map<String, Long> touch(StoreSession session, String type, Map<String, Long> versions) throws SQLException {
        long highest = Collections.max(versions.values());
        long next = highest + 1;
        boolean alike = Collections.min(versions.values()) == highest;
        Map<String, Long> touched = new HashMap<>();
        boolean whole = alike
                ? isWhole(
                        session,
                        versions.size(),
                        TOUCH_ALIKE,
                        next,
                        type,
                        highest,
                        Json.write(new ArrayList<>(versions.keySet())))
                : isWhole(session, versions.size(), TOUCH_EACH, next, type, Json.write(versions));
        if (whole) {
            versions.keySet().forEach(id -> touched.put(id, next));
        } else {
            // Whose the next version is cannot be told afterwards, so the statement itself has to tell.
            session.rows(
                    TOUCH_EACH + " RETURNING id",
                    row -> touched.put(row.getString(1), next),
                    next,
                    type,
                    Json.write(versions));
        }
        return touched;
    }

    /** Whether an update found all rows that it should; if not, it found none. One row needs no transaction for that. */
    private static boolean isWhole(StoreSession session, int rows, String sql, Object... parameters)
            throws SQLException {
        if (rows == 1) {
            return session.update(sql, parameters) == 1;
        }
        Connection connection = session.connection();
        connection.setAutoCommit(false);
        boolean whole = session.update(sql, parameters) == rows;
        if (whole) {
            connection.commit();
        } else {
            connection.rollback();
        }
        connection.setAutoCommit(true);
        return whole;
    }

    @Override
    public void announce(StoreSession session) {
        // A commit writes to the files before it is synced and can be seen: who is woken then may find nothing.
    }

    /**
     * A touch of the file that all watch, by the time that it bears: no clock is asked, and they hear of it all the
     * same. Where it is not allowed, they look a second time by themselves.
     */
    @Override
    public void announceCommitted() {
        try {
            Files.setLastModifiedTime(file, Files.getLastModifiedTime(file));
        } catch (IOException notAllowed) {
            SessionPool.LOG.debug("{} could not be touched", file, notAllowed);
        }
    }

    @Override
    public AutoCloseable listen(Runnable news) {
        return FileChangeListener.watch(file, news);
    }

    @Override
    public BatonException explain(String what, SQLException failed) {
        return SqliteErrors.explain(what + " in " + shown(), failed, settings.requestTimeout());
    }
}
