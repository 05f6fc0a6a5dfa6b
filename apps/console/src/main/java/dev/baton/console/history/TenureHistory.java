package dev.baton.console.history;

import dev.baton.Tenure;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sqlite.SQLiteConfig;

/** The reigns of all elections that were watched, in one SQLite file, as far back as is kept. Thread-safe. */
public final class TenureHistory implements AutoCloseable {
    /** How many reigns of one election are read, the latest ones. */
    public static final int MOST_READ = 1_000;

    /** How many reigns of one election are kept, however young they are. */
    static final int MOST_KEPT = 10_000;

    private static final String TABLE = """
            CREATE TABLE IF NOT EXISTS reigns (
              store TEXT NOT NULL, election TEXT NOT NULL, epoch INTEGER NOT NULL, instance_id TEXT NOT NULL,
              from_ms INTEGER NOT NULL, to_ms INTEGER, reason TEXT, seen_to_end_ms INTEGER,
              PRIMARY KEY (store, election, epoch, from_ms)) WITHOUT ROWID""";
    // The first end that was written down counts, as in the stores themselves.
    private static final String TELL = """
            INSERT INTO reigns (store, election, epoch, instance_id, from_ms, to_ms, reason)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET to_ms = excluded.to_ms, reason = excluded.reason
            WHERE to_ms IS NULL AND excluded.to_ms IS NOT NULL""";
    private static final String SEE_END = """
            UPDATE reigns SET seen_to_end_ms = ?
            WHERE store = ? AND election = ? AND to_ms IS NULL AND seen_to_end_ms IS NULL AND epoch <> ?""";
    private static final String SEE_ON = """
            UPDATE reigns SET seen_to_end_ms = NULL
            WHERE store = ? AND election = ? AND epoch = ? AND seen_to_end_ms IS NOT NULL""";
    private static final String READ = """
            SELECT * FROM (
              SELECT epoch, instance_id, from_ms, to_ms, reason, seen_to_end_ms FROM reigns
              WHERE store = ? AND election = ? ORDER BY from_ms DESC, epoch DESC LIMIT ?)
            ORDER BY from_ms, epoch""";
    // One that has begun long ago and lasts is not old.
    private static final String PRUNE = """
            DELETE FROM reigns WHERE coalesce(to_ms, seen_to_end_ms) < ?""";
    private static final String TRIM = """
            DELETE FROM reigns WHERE (store, election, epoch, from_ms) IN (
              SELECT store, election, epoch, from_ms FROM (
                SELECT store, election, epoch, from_ms, row_number() OVER (
                  PARTITION BY store, election ORDER BY from_ms DESC, epoch DESC) AS place FROM reigns)
              WHERE place > ?)""";

    private final Path path;
    private final Duration kept;
    private final Connection connection;

    private TenureHistory(Path path, Duration kept, Connection connection) {
        this.path = path;
        this.kept = kept;
        this.connection = connection;
    }

    /** Opens the file, made when it is not there; only its owner can read it. */
    public static TenureHistory open(Path path, Duration kept) {
        if (kept.isNegative() || kept.isZero()) {
            throw new IllegalArgumentException("history has to be kept for longer than 0, but it is " + kept);
        }
        try {
            PrivateFile.create(path);
            SQLiteConfig config = new SQLiteConfig();
            config.setJournalMode(SQLiteConfig.JournalMode.WAL);
            config.setSynchronous(SQLiteConfig.SynchronousMode.NORMAL);
            config.setBusyTimeout(5_000);
            Connection connection = config.createConnection("jdbc:sqlite:" + path);
            try (Statement statement = connection.createStatement()) {
                statement.execute(TABLE);
            }
            return new TenureHistory(path, kept, connection);
        } catch (SQLException | IOException failed) {
            throw new HistoryException(
                    "the history file " + path + " cannot be used: " + failed.getMessage()
                            + "; give another one with --history",
                    failed);
        }
    }

    /** Writes down what a store tells of an election; whether any of it was news. */
    public synchronized boolean tell(String store, String election, List<Tenure> reigns, Instant now) {
        long oldest = now.minus(kept).toEpochMilli();
        return inTransaction(() -> {
            int news = 0;
            try (PreparedStatement statement = connection.prepareStatement(TELL)) {
                for (Tenure reign : reigns) {
                    if (reign.to().isPresent() && reign.to().get().toEpochMilli() < oldest) {
                        continue;
                    }
                    statement.setString(1, store);
                    statement.setString(2, election);
                    statement.setLong(3, reign.epoch());
                    statement.setString(4, reign.instanceId());
                    statement.setLong(5, reign.from().toEpochMilli());
                    statement.setObject(6, reign.to().map(Instant::toEpochMilli).orElse(null));
                    statement.setObject(7, reign.reason().orElse(null));
                    news += statement.executeUpdate();
                }
            }
            return news > 0;
        });
    }

    /**
     * Notes that this reign is on and every other one over, for those whose end nobody has written down. A reign that
     * was told while nobody seemed to lead is on again as soon as its leader is seen.
     */
    public synchronized boolean seeOnly(String store, String election, long epoch, Instant now) {
        return inTransaction(() -> {
            try (PreparedStatement others = connection.prepareStatement(SEE_END);
                    PreparedStatement own = connection.prepareStatement(SEE_ON)) {
                others.setLong(1, now.toEpochMilli());
                others.setString(2, store);
                others.setString(3, election);
                others.setLong(4, epoch);
                own.setString(1, store);
                own.setString(2, election);
                own.setLong(3, epoch);
                return others.executeUpdate() + own.executeUpdate() > 0;
            }
        });
    }

    /** The latest reigns of an election, oldest first. */
    public synchronized List<ConsoleTenure> reigns(String store, String election) {
        return asked(() -> {
            try (PreparedStatement statement = connection.prepareStatement(READ)) {
                statement.setString(1, store);
                statement.setString(2, election);
                statement.setInt(3, MOST_READ);
                try (ResultSet rows = statement.executeQuery()) {
                    List<ConsoleTenure> reigns = new ArrayList<>();
                    while (rows.next()) {
                        reigns.add(new ConsoleTenure(
                                rows.getLong(1),
                                rows.getString(2),
                                Instant.ofEpochMilli(rows.getLong(3)),
                                time(rows, 4),
                                Optional.ofNullable(rows.getString(5)),
                                time(rows, 6)));
                    }
                    return reigns;
                }
            }
        });
    }

    /** Drops reigns that ended longer ago than is kept, and those beyond the most that are kept; how many. */
    public synchronized int prune(Instant now) {
        return asked(() -> {
            try (PreparedStatement old = connection.prepareStatement(PRUNE);
                    PreparedStatement spare = connection.prepareStatement(TRIM)) {
                old.setLong(1, now.minus(kept).toEpochMilli());
                spare.setInt(1, MOST_KEPT);
                return old.executeUpdate() + spare.executeUpdate();
            }
        });
    }

    @Override
    public synchronized void close() {
        asked(() -> {
            connection.close();
            return true;
        });
    }

    private static Optional<Instant> time(ResultSet row, int column) throws SQLException {
        long millis = row.getLong(column);
        return row.wasNull() ? Optional.empty() : Optional.of(Instant.ofEpochMilli(millis));
    }

    private boolean inTransaction(Question<Boolean> work) {
        return asked(() -> {
            connection.setAutoCommit(false);
            try {
                boolean result = work.ask();
                connection.commit();
                return result;
            } catch (SQLException | RuntimeException failed) {
                connection.rollback();
                throw failed;
            } finally {
                connection.setAutoCommit(true);
            }
        });
    }

    private <T> T asked(Question<T> question) {
        try {
            return question.ask();
        } catch (SQLException failed) {
            throw new HistoryException("the history file " + path + " failed: " + failed.getMessage(), failed);
        }
    }

    private interface Question<T> {
        T ask() throws SQLException;
    }
}
