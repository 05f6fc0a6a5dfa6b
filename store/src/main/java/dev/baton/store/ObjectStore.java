package dev.baton.store;

import dev.baton.store.WriteCondition.MatchResourceVersion;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/** Records in a database, written by compare-and-swap. */
public final class ObjectStore implements AutoCloseable {
    /** How often {@link #updateCas} tries before it gives up. */
    public static final int MOST_ATTEMPTS = 16;

    /** After every id: the last code point there is. */
    private static final String LAST = new String(Character.toChars(Character.MAX_CODE_POINT));

    private final DatabaseDialect database;
    private final SessionPool sessions;
    private final StoreStatements sql;

    private ObjectStore(DatabaseDialect database, StoreSettings settings) {
        this.database = database;
        this.sessions = new SessionPool(database, settings);
        this.sql = new StoreStatements(database);
    }

    /**
     * A store by its URL: {@code sqlite:PATH} or {@code postgres://[USER@]HOST[:PORT]/DATABASE}. Nothing is
     * connected before the first request.
     */
    public static ObjectStore open(String url) {
        return open(url, StoreSettings.usual());
    }

    /** A store by its URL, used in a certain way. */
    public static ObjectStore open(String url, StoreSettings settings) {
        if (url.startsWith("sqlite:")) {
            return sqlite(Path.of(url.substring("sqlite:".length())), settings);
        }
        PostgresAddress address = PostgresAddress.parse(url, System.getenv());
        return new ObjectStore(new PostgresDatabase(address, settings), settings);
    }

    /** A store in an SQLite file, which is created when it is not there. */
    public static ObjectStore sqlite(Path file, StoreSettings settings) {
        return new ObjectStore(new SqliteDatabase(file, settings), settings);
    }

    /** The store in words that are safe to log: no password. */
    public String describe() {
        return database.shown();
    }

    /** The record, if it is there. */
    public Optional<StoredObject> get(ObjectKey key) {
        return sessions.use("reading " + key, session -> sql.read(session, key));
    }

    /** Those of the records that are there, in one round trip. */
    public List<StoredObject> getAll(String type, Collection<String> ids) {
        return sessions.use("reading " + type, session -> database.readAll(session, type, ids));
    }

    /** These records, and the database's clock, as they were at one moment. */
    public StoreSnapshot snapshot(Collection<ObjectKey> keys) {
        return sessions.use("reading " + keys.size() + " records", session -> database.snapshot(session, keys));
    }

    /** All records of a type, by id. */
    public List<StoredObject> list(String type) {
        return list(type, "", LAST, Integer.MAX_VALUE);
    }

    /** The first so many records of a type whose ids, compared byte by byte, are strictly between these two. */
    public List<StoredObject> list(String type, String after, String before, int limit) {
        return sessions.use("listing " + type, session -> sql.list(session, type, after, before, limit));
    }

    /** Writes a record, if the condition holds. */
    public PutOutcome putIf(ObjectKey key, String payload, WriteCondition condition) {
        return sessions.use("writing " + key, session -> {
            Optional<StoredObject> stored = sql.put(session, new BatchWrite.Put(key, payload, condition));
            return stored.isPresent()
                    ? new PutOutcome.Stored(stored.get())
                    : new PutOutcome.Conflict(sql.read(session, key));
        });
    }

    /** Deletes a record, if it is at this version. */
    public DeleteOutcome deleteIf(ObjectKey key, long expectedVersion) {
        return sessions.use("deleting " + key, session -> {
            if (sql.delete(session, new BatchWrite.Delete(key, expectedVersion))) {
                return new DeleteOutcome.Deleted();
            }
            return sql.read(session, key)
                    .<DeleteOutcome>map(DeleteOutcome.Conflict::new)
                    .orElseGet(DeleteOutcome.Absent::new);
        });
    }

    /**
     * Reads a record, changes it and writes it back, if nobody wrote it meanwhile.
     *
     * @param expectedVersion 0: whatever version is there, again and again while others are faster, {@link
     *     #MOST_ATTEMPTS} times at most; else only this one
     * @param change from what is there to the new payload, or to nothing for no change; called once per attempt
     */
    public UpdateOutcome updateCas(
            ObjectKey key, long expectedVersion, Function<StoredObject, Optional<String>> change) {
        for (int attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
            Optional<StoredObject> read = get(key);
            if (read.isEmpty()) {
                return new UpdateOutcome.Absent();
            }
            StoredObject present = read.get();
            if (expectedVersion != 0 && present.resourceVersion() != expectedVersion) {
                return new UpdateOutcome.Conflict(present);
            }
            Optional<String> changed = change.apply(present);
            if (changed.isEmpty() || changed.get().equals(present.payload())) {
                return new UpdateOutcome.Unchanged(present);
            }
            Optional<StoredObject> stored = putIf(
                            key, changed.get(), new MatchResourceVersion(present.resourceVersion()))
                    .stored();
            if (stored.isPresent()) {
                return new UpdateOutcome.Updated(stored.get());
            }
            long most = TimeUnit.MILLISECONDS.toNanos(1L << Math.min(attempt, 6));
            LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(most));
        }
        return new UpdateOutcome.GaveUp(MOST_ATTEMPTS);
    }

    /** Applies all steps in one transaction, or none of them. */
    public BatchOutcome apply(List<BatchWrite> writes) {
        return batch(writes, false);
    }

    /** Applies all steps in one transaction, or none of them, and tells all that {@link #listen}. */
    public BatchOutcome applyAndAnnounce(List<BatchWrite> writes) {
        return batch(writes, true);
    }

    private BatchOutcome batch(List<BatchWrite> writes, boolean announce) {
        String what = "writing " + writes.stream().map(BatchWrite::key).toList();
        BatchOutcome outcome = sessions.inTransaction(
                what,
                session -> {
                    List<Optional<StoredObject>> stored = new ArrayList<>();
                    for (BatchWrite write : writes) {
                        Optional<StoredObject> put =
                                write instanceof BatchWrite.Put one ? sql.put(session, one) : Optional.empty();
                        if (put.isEmpty() && !sql.holds(session, write)) {
                            return new BatchOutcome.Conflict(stored.size());
                        }
                        stored.add(put);
                    }
                    if (announce) {
                        database.announce(session);
                    }
                    return new BatchOutcome.Applied(stored);
                },
                made -> made instanceof BatchOutcome.Applied);
        if (announce && outcome instanceof BatchOutcome.Applied) {
            database.announceCommitted();
        }
        return outcome;
    }

    /**
     * Writes these records of a type again as they are, each only if it is at its version, all in one statement
     * and, where all match, one round trip. Nobody is told: what was written again is no news.
     *
     * @param versions by id
     * @return the new versions of those that matched, by id
     */
    public Map<String, Long> touchAll(String type, Map<String, Long> versions) {
        if (versions.isEmpty()) {
            return Map.of();
        }
        return sessions.use("renewing " + type, session -> database.touch(session, type, versions));
    }

    /** The database's clock, in milliseconds since 1970. */
    public long clockMillis() {
        return sessions.use("reading the clock", sql::clock);
    }

    /**
     * Calls back soon after something was announced, from a thread of its own. It may also call when nothing
     * was, and it calls after every interruption. On PostgreSQL this is LISTEN; on SQLite every change of the
     * database's files counts as an announcement.
     */
    public AutoCloseable listen(Runnable news) {
        return database.listen(news);
    }

    /** Ends all connections. */
    @Override
    public void close() {
        sessions.close();
    }
}
