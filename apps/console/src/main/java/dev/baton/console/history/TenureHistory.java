package dev.baton.console.history;

import dev.baton.Tenure;
import dev.baton.support.sql.SchemaMigrations;
import dev.baton.support.sql.SchemaRefusedException;
import dev.baton.support.sql.SqlQuery;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;

/** The past tenures of all observed elections, in one SQLite file. Thread-safe. */
public final class TenureHistory implements AutoCloseable {
    /** How many tenures of one election are read at most: the latest. */
    static final int MAX_READ = 1_000;

    /** How many tenures of one election are kept at most, whatever their age. */
    static final int MAX_KEPT = 10_000;

    private static final SchemaMigrations SCHEMA = new SchemaMigrations(
            "console",
            "SELECT 1 FROM reigns WHERE 1 = 0",
            "",
            List.of(List.of("""
            CREATE TABLE IF NOT EXISTS reigns (
              store TEXT NOT NULL, election TEXT NOT NULL, epoch INTEGER NOT NULL, instance_id TEXT NOT NULL,
              from_ms INTEGER NOT NULL, to_ms INTEGER, reason TEXT, seen_to_end_ms INTEGER,
              PRIMARY KEY (store, election, epoch, from_ms)) WITHOUT ROWID"""), List.of("ALTER TABLE reigns ADD COLUMN last_seen_ms INTEGER")));

    // The first recorded end is final, as in the stores.
    private static final String RECORD = """
            INSERT INTO reigns (store, election, epoch, instance_id, from_ms, to_ms, reason)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET to_ms = excluded.to_ms, reason = excluded.reason
            WHERE to_ms IS NULL AND excluded.to_ms IS NOT NULL""";
    private static final String OBSERVE = """
            UPDATE reigns SET seen_to_end_ms = CASE WHEN epoch = ?3 THEN NULL ELSE ?4 END
            WHERE store = ?1 AND election = ?2 AND CASE WHEN epoch = ?3 THEN seen_to_end_ms IS NOT NULL
              ELSE to_ms IS NULL AND seen_to_end_ms IS NULL END""";
    private static final String SEE = """
            UPDATE reigns SET last_seen_ms = ?4
            WHERE store = ?1 AND election = ?2 AND epoch = ?3 AND last_seen_ms IS NOT ?4""";
    private static final String READ = """
            SELECT * FROM (
              SELECT epoch, instance_id, from_ms, to_ms, reason, seen_to_end_ms, last_seen_ms FROM reigns
              WHERE store = ? AND election = ? ORDER BY from_ms DESC, epoch DESC LIMIT ?)
            ORDER BY from_ms, epoch""";
    // By end time: a long tenure that still lasts is not old.
    private static final String DELETE_OLD = "DELETE FROM reigns WHERE coalesce(to_ms, seen_to_end_ms) < ?";
    private static final String DELETE_EXCESS = """
            DELETE FROM reigns WHERE (store, election, epoch, from_ms) IN (
              SELECT store, election, epoch, from_ms FROM (
                SELECT store, election, epoch, from_ms, row_number() OVER (
                  PARTITION BY store, election ORDER BY from_ms DESC, epoch DESC) AS rank FROM reigns)
              WHERE rank > ?)""";

    private final Path path;
    private final Duration retention;
    private final Connection connection;

    private TenureHistory(Path path, Duration retention, Connection connection) {
        this.path = path;
        this.retention = retention;
        this.connection = connection;
    }

    /**
     * Opens the history file and creates it if it does not exist. Only its owner can read a new file.
     *
     * @param retention how long ended tenures are kept
     * @throws HistoryException if the file cannot be used, or was written by a newer release
     */
    public static TenureHistory open(Path path, Duration retention) {
        if (retention.isNegative() || retention.isZero()) {
            throw new IllegalArgumentException("the retention of the history must be positive, but is " + retention);
        }
        try {
            createPrivately(path);
            SQLiteConfig config = new SQLiteConfig();
            config.setJournalMode(SQLiteConfig.JournalMode.WAL);
            config.setSynchronous(SQLiteConfig.SynchronousMode.NORMAL);
            config.setTransactionMode(SQLiteConfig.TransactionMode.IMMEDIATE);
            config.setBusyTimeout(5_000);
            Connection connection = config.createConnection("jdbc:sqlite:" + path);
            try {
                SCHEMA.apply(connection);
            } catch (SQLException | RuntimeException failed) {
                connection.close();
                throw failed;
            }
            return new TenureHistory(path, retention, connection);
        } catch (SQLException | IOException | SchemaRefusedException failed) {
            throw new HistoryException(
                    "cannot use the history file " + path + ": " + failed.getMessage()
                            + "; choose another file with --history",
                    failed);
        }
    }

    /** Creates a file that only its owner can read, and the directory that contains it, unless they exist. */
    private static void createPrivately(Path path) throws IOException {
        Path directory = path.toAbsolutePath().getParent();
        if (directory != null && !Files.isDirectory(directory)) {
            Files.createDirectories(directory, permissions("rwx------"));
        }
        try {
            Files.createFile(path, permissions("rw-------"));
        } catch (FileAlreadyExistsException exists) {
            if (!Files.isRegularFile(path)) {
                throw new IOException(path + " is not a regular file", exists);
            }
        }
    }

    private static FileAttribute<?> permissions(String text) {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text));
    }

    /** Adds the tenures that a store recorded for an election, and returns whether that changed the history. */
    public synchronized boolean record(String store, String election, List<Tenure> tenures, Instant now) {
        Instant oldest = now.minus(retention);
        return run(() -> {
            connection.setAutoCommit(false);
            try {
                int changed = 0;
                for (Tenure tenure : tenures) {
                    if (tenure.to().filter(oldest::isAfter).isEmpty()) {
                        changed += update(
                                RECORD,
                                store,
                                election,
                                tenure.epoch(),
                                tenure.instanceId(),
                                tenure.from().toEpochMilli(),
                                tenure.to().map(Instant::toEpochMilli).orElse(null),
                                tenure.reason().orElse(null));
                    }
                }
                connection.commit();
                return changed > 0;
            } catch (SQLException | RuntimeException failed) {
                connection.rollback();
                throw failed;
            } finally {
                connection.setAutoCommit(true);
            }
        });
    }

    /**
     * Records which tenure is current and that all others have ended, for those whose end the store has not recorded. A
     * tenure that was marked as ended too early becomes current again.
     *
     * @param epoch the epoch of the current tenure; 0 if there is none
     * @return whether that changed the history
     */
    public synchronized boolean recordCurrent(String store, String election, long epoch, Instant now) {
        return run(() -> update(OBSERVE, store, election, epoch, now.toEpochMilli()) > 0);
    }

    /** Records when the leader of a tenure published its last status, and returns whether that changed the history. */
    public synchronized boolean recordLastSeen(String store, String election, long epoch, Instant seen) {
        return run(() -> update(SEE, store, election, epoch, seen.toEpochMilli()) > 0);
    }

    /** Returns the latest tenures of an election, oldest first. */
    public synchronized List<ConsoleTenure> tenures(String store, String election) {
        return run(
                () -> SqlQuery.of(connection, READ, store, election, MAX_READ).all(TenureHistory::tenure));
    }

    private static ConsoleTenure tenure(ResultSet row) throws SQLException {
        Tenure recorded = new Tenure(
                row.getLong(1),
                row.getString(2),
                Instant.ofEpochMilli(row.getLong(3)),
                time(row, 4),
                Optional.ofNullable(row.getString(5)));
        return new ConsoleTenure(recorded, time(row, 6), time(row, 7));
    }

    /** Deletes tenures that are too old or too many, and returns their number. */
    public synchronized int prune(Instant now) {
        return run(() -> update(DELETE_OLD, now.minus(retention).toEpochMilli()) + update(DELETE_EXCESS, MAX_KEPT));
    }

    @Override
    public synchronized void close() {
        run(() -> {
            connection.close();
            return true;
        });
    }

    private static Optional<Instant> time(ResultSet row, int column) throws SQLException {
        long millis = row.getLong(column);
        return row.wasNull() ? Optional.empty() : Optional.of(Instant.ofEpochMilli(millis));
    }

    private int update(String sql, @Nullable Object... parameters) throws SQLException {
        return SqlQuery.of(connection, sql, parameters).update();
    }

    private <T> T run(SqlAction<T> action) {
        try {
            return action.run();
        } catch (SQLException failed) {
            throw new HistoryException("cannot use the history file " + path + ": " + failed.getMessage(), failed);
        }
    }

    private interface SqlAction<T> {
        T run() throws SQLException;
    }
}
