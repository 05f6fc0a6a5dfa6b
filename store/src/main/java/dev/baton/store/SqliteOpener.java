package dev.baton.store;

import dev.baton.support.sql.SqlQuery;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteConfig.TransactionMode;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Opens connections to an SQLite file, and refuses one that would not share its locks with the other users. */
record SqliteOpener(Path file, StoreSettings settings) {
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    /** How long a change of the journal waits for other users of the file, which may be of an earlier version. */
    private static final Duration CHANGE = Duration.ofMillis(200);

    static {
        SqliteLibrary.load();
    }

    private interface Attempt<T> {
        T run() throws SQLException;
    }

    Connection open() throws SQLException {
        SqliteFiles.requireOnePlace(file);
        requireSharedLog();
        Connection connection = retried(settings.requestTimeout(), () -> config().createConnection(url()));
        try {
            // The first read opens the log, if the file has one.
            String mode = retried(settings.requestTimeout(), () -> journal(connection));
            if (mode.equalsIgnoreCase("wal") && !SqliteFiles.of(file).hasLog()) {
                throw SqliteFiles.refused(
                        "the -wal or -shm file of " + file + " was deleted while it was being opened");
            }
            return connection;
        } catch (SQLException failed) {
            connection.close();
            throw failed;
        }
    }

    private String url() {
        return "jdbc:sqlite:" + file;
    }

    private SQLiteConfig config() {
        SQLiteConfig config = new SQLiteConfig();
        config.setSynchronous(SynchronousMode.FULL);
        config.setTransactionMode(TransactionMode.IMMEDIATE);
        config.setBusyTimeout((int) settings.requestTimeout().toMillis());
        return config;
    }

    private static String journal(Connection connection) throws SQLException {
        SqlQuery.of(connection, "SELECT count(*) FROM sqlite_master").first(row -> row.getLong(1));
        return SqlQuery.of(connection, "PRAGMA journal_mode")
                .first(row -> row.getString(1))
                .orElse("");
    }

    /**
     * If the log is missing, the connection would create it. Then no process may be using the database: one that does has a
     * log that was deleted or lies in another folder. A lock on the database itself, which every user of a log holds,
     * shows that. A program that locks the file without a log holds it too, so the error names both.
     */
    private void requireSharedLog() throws SQLException {
        long until = System.nanoTime() + settings.requestTimeout().toNanos();
        SqliteFiles files = SqliteFiles.of(file);
        boolean isWritten = false;
        while (files.database().isPresent() && !files.hasLog()) {
            try {
                probe();
                return;
            } catch (SQLException busy) {
                if (!SqliteErrors.isBusy(busy)) {
                    throw busy;
                }
                // A rollback journal: others write the file without a log, and the lock is one of theirs.
                isWritten |= Files.exists(Path.of(file + "-journal"));
                if (System.nanoTime() - until > 0) {
                    throw !isWritten && files.equals(SqliteFiles.of(file)) ? inUse() : busy;
                }
            }
            LockSupport.parkNanos(PAUSE_NANOS);
            files = SqliteFiles.of(file);
        }
    }

    private SQLException inUse() {
        return new SQLiteException(
                file + " is locked. If no program locks it for long, it is in use, but its -wal and -shm files are not"
                        + " here: they were deleted, or its users reach it under another name. Then stop all of them; what"
                        + " they have written is kept",
                SQLiteErrorCode.SQLITE_BUSY);
    }

    private void probe() throws SQLException {
        SQLiteConfig plain = new SQLiteConfig();
        plain.setBusyTimeout(1);
        try (Connection connection = plain.createConnection(url())) {
            // Before the first read: a connection that has opened the log keeps to the locks in the log's index.
            SqlQuery.of(connection, "PRAGMA locking_mode = EXCLUSIVE").first(row -> row.getString(1));
            journal(connection);
        }
    }

    /** Sets the journal. It stays as it is while another user of the file has a log open. */
    void setJournal(Connection connection) throws SQLException {
        try {
            retried(
                    CHANGE,
                    () -> SqlQuery.of(connection, settings.journal().pragma()).first(row -> row.getString(1)));
        } catch (SQLException inUse) {
            if (!SqliteErrors.isBusy(inUse) || settings.journal() == SqliteJournal.LOG) {
                throw inUse;
            }
            SessionPool.LOG.warn(
                    "{} keeps its write-ahead log, because another process has it open, perhaps of an earlier version."
                            + " Do not delete its -wal and -shm files",
                    file);
        }
    }

    /** Opening and changing the journal do not always wait for others that do the same, so they are retried. */
    private static <T> T retried(Duration atMost, Attempt<T> attempt) throws SQLException {
        long until = System.nanoTime() + atMost.toNanos();
        while (true) {
            try {
                return attempt.run();
            } catch (SQLException failed) {
                if (!SqliteErrors.isBusy(failed) || System.nanoTime() - until > 0) {
                    throw failed;
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }
}
