package dev.baton.store;

import dev.baton.BatonClock;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Records in a database, written by compare-and-swap. Thread-safe; every method blocks for one request.
 *
 * <pre>{@code
 * try (ObjectStore store = ObjectStore.open("sqlite:/var/lib/app/objects.db")) {
 *     ObjectKey key = new ObjectKey("sandbox", "a1");
 *     store.putIf(key, "{}", WriteCondition.mustCreate());
 * }
 * }</pre>
 */
public final class ObjectStore implements AutoCloseable {
    /** How often {@link #updateCas} tries before it gives up. */
    public static final int MAX_ATTEMPTS = 16;

    /** How many records {@link #versions} reads at once. */
    static final int PAGE = 10_000;

    /** How many records {@link #forEach} has in memory. */
    static final int OBJECTS_PAGE = 2_000;

    /** After every id: more of the last code point than an id can have. */
    private static final String LAST =
            Character.toString(Character.MAX_CODE_POINT).repeat(StoredText.LONGEST_NAME);

    private static final Comparator<ObjectKey> BY_KEY =
            Comparator.comparing(ObjectKey::type).thenComparing(ObjectKey::id);

    private final DatabaseDialect database;
    private final SessionPool sessions;
    private final String sessionName;

    private ObjectStore(DatabaseDialect database, StoreSettings settings) {
        this.database = database;
        this.sessions = new SessionPool(database, settings);
        this.sessionName = database.sessionName();
    }

    /**
     * Returns the store of a URL: {@code sqlite:PATH}, {@code postgres://[USER@]HOST[:PORT]/DATABASE}, or the same with
     * {@code mariadb://} or {@code mysql://}. It connects at the first request.
     */
    public static ObjectStore open(String url) {
        return open(url, StoreSettings.defaults());
    }

    /** Returns the store of a URL with the given settings. */
    public static ObjectStore open(String url, StoreSettings settings) {
        return new ObjectStore(DatabaseDialect.of(url, settings), settings);
    }

    /**
     * Returns a store in a PostgreSQL database that the application connects to itself. The store keeps up to {@link
     * StoreSettings#connections} connections open, and one more while something listens. A pool gets back closed ones, because
     * the store changes their settings.
     *
     * @param shown the name of the database in logs and errors
     */
    public static ObjectStore postgres(ConnectionSource connections, String shown, StoreSettings settings) {
        return new ObjectStore(
                new PostgresDatabase(new ApplicationConnections(connections), shown, settings), settings);
    }

    /**
     * Returns a store in a MariaDB database that the application connects to itself. The store keeps up to {@link
     * StoreSettings#connections} connections open, one more while something listens, and one more after it has notified. A
     * pool gets back closed ones, because the store changes their settings.
     *
     * @param shown the name of the database in logs and errors
     */
    public static ObjectStore mariadb(ConnectionSource connections, String shown, StoreSettings settings) {
        return new ObjectStore(new MariadbDatabase(new ApplicationConnections(connections), shown, settings), settings);
    }

    /** Returns a store in an SQLite file, which is created if it does not exist. */
    public static ObjectStore sqlite(Path file, StoreSettings settings) {
        return new ObjectStore(SqliteDatabase.of(file, settings), settings);
    }

    /** Returns the location of the store without secrets, safe to log. */
    public String describe() {
        return database.shown();
    }

    /** Returns whether there is no database yet: an SQLite file that does not exist. The first write creates it. */
    public boolean isAbsent() {
        return database.isAbsent();
    }

    /** Returns the record, if it exists. */
    public Optional<StoredObject> get(ObjectKey key) {
        return sessions.read("reading " + key, Optional.empty(), session -> database.read(session, key));
    }

    /** Returns those of the given records that exist, in one round trip. */
    public List<StoredObject> getAll(String type, Collection<String> ids) {
        ids.forEach(id -> new ObjectKey(type, id));
        return sessions.read("reading " + type, List.of(), session -> database.readAll(session, type, ids));
    }

    /** Returns a consistent snapshot of the given records and the database's clock. */
    public StoreSnapshot snapshot(Collection<ObjectKey> keys) {
        return sessions.read(
                "reading " + keys.size() + " records",
                new StoreSnapshot(0, Map.of()),
                session -> database.snapshot(session, keys));
    }

    /** Returns all records of a type, ordered by id. */
    public List<StoredObject> list(String type) {
        return list(type, "", LAST, Integer.MAX_VALUE);
    }

    /**
     * Passes all records of a type on, ordered by id, and has only a part of them in memory. Each part is read at another
     * moment: a record that is written meanwhile is passed on as it was before or after.
     */
    public void forEach(String type, Consumer<StoredObject> receiver) {
        StoredText.name("object_type", type);
        StorePage none = new StorePage(List.of(), Optional.empty());
        Optional<String> after = Optional.of("");
        while (after.isPresent()) {
            String from = after.get();
            StorePage page = sessions.read(
                    "listing " + type, none, session -> database.page(session, type, from, LAST, OBJECTS_PAGE));
            page.objects().forEach(receiver);
            after = page.next();
        }
    }

    /**
     * Returns up to {@code limit} records of a type whose ids are strictly between the given ones, compared bytewise. A row
     * that another program wrote with a key that is none is logged and left out.
     */
    public List<StoredObject> list(String type, String after, String before, int limit) {
        StoredText.name("object_type", type);
        StoredText.bound("after", after);
        StoredText.bound("before", before);
        if (limit < 0) {
            throw new IllegalArgumentException("limit must not be negative, but is " + limit);
        }
        return sessions.read(
                "listing " + type, List.of(), session -> database.list(session, type, after, before, limit));
    }

    /**
     * Returns the versions of all records of a type by id, without their payloads. It reads {@link #PAGE} records at a time,
     * each page at another moment: a record that is written meanwhile is reported with one of its versions.
     */
    public Map<String, Long> versions(String type) {
        return versionsSince(type, Long.MIN_VALUE);
    }

    /**
     * Same, of the records whose last write is not before the given time by the database's clock. That clock can be set
     * back, and a write becomes visible only some time after it has read the clock: who needs every change reads all
     * versions from time to time. Deleted records are not reported.
     */
    public Map<String, Long> versionsSince(String type, long millis) {
        StoredText.name("object_type", type);
        Map<String, Long> all = new LinkedHashMap<>();
        String after = "";
        while (true) {
            String from = after;
            Map<String, Long> page = sessions.read(
                    "listing " + type, Map.of(), session -> database.versions(session, type, millis, from, PAGE));
            for (Map.Entry<String, Long> one : page.entrySet()) {
                all.put(one.getKey(), one.getValue());
                after = one.getKey();
            }
            if (page.size() < PAGE) {
                return all;
            }
        }
    }

    /** Writes a record if the condition holds. */
    public PutOutcome putIf(ObjectKey key, String payload, WriteCondition condition) {
        BatchWrite.Put put = new BatchWrite.Put(key, payload, condition);
        return sessions.write("writing " + key, session -> {
            Optional<StoredObject> stored = database.put(session, put);
            return stored.isPresent()
                    ? new PutOutcome.Stored(stored.get())
                    : new PutOutcome.Conflict(database.read(session, key));
        });
    }

    /** Deletes a record if it has the given version. */
    public DeleteOutcome deleteIf(ObjectKey key, long expectedVersion) {
        return sessions.write("deleting " + key, session -> {
            if (database.delete(session, new BatchWrite.Delete(key, expectedVersion))) {
                return new DeleteOutcome.Deleted();
            }
            return database.read(session, key)
                    .<DeleteOutcome>map(DeleteOutcome.Conflict::new)
                    .orElseGet(DeleteOutcome.Absent::new);
        });
    }

    /**
     * Reads a record, changes it and writes it back if it has not changed in between.
     *
     * @param expectedVersion the only version to change; 0 for any version, with up to {@link #MAX_ATTEMPTS} attempts
     *     while other writers are faster
     * @param change returns the new payload for the current record, or empty for no change; called once per attempt
     */
    public UpdateOutcome updateCas(
            ObjectKey key, long expectedVersion, Function<StoredObject, Optional<String>> change) {
        for (int attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
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
            WriteCondition unchanged = WriteCondition.matchResourceVersion(present.resourceVersion());
            Optional<StoredObject> stored = putIf(key, changed.get(), unchanged).stored();
            if (stored.isPresent()) {
                return new UpdateOutcome.Updated(stored.get());
            }
            long most = TimeUnit.MILLISECONDS.toNanos(1L << Math.min(attempt, 6));
            LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(most));
        }
        return new UpdateOutcome.GaveUp(MAX_ATTEMPTS);
    }

    /** Applies all writes in one transaction, or none of them. */
    public BatchOutcome apply(List<BatchWrite> writes) {
        return batch(writes, false);
    }

    /** Applies all writes in one transaction, or none of them, and notifies all listeners. */
    public BatchOutcome applyAndNotify(List<BatchWrite> writes) {
        return batch(writes, true);
    }

    private BatchOutcome batch(List<BatchWrite> writes, boolean notify) {
        String operation = "writing " + writes.stream().map(BatchWrite::key).toList();
        BatchOutcome outcome = sessions.write(
                operation,
                session -> session.inTransaction(
                        same -> writeAll(same, writes, notify), result -> result instanceof BatchOutcome.Applied));
        if (notify && outcome instanceof BatchOutcome.Applied) {
            database.notifyAfterCommit();
        }
        return outcome;
    }

    private BatchOutcome writeAll(StoreSession session, List<BatchWrite> writes, boolean notify) throws SQLException {
        List<Optional<StoredObject>> stored = new ArrayList<>(Collections.nCopies(writes.size(), Optional.empty()));
        // All batches lock their rows in the order of the keys, so that no two of them wait for each other.
        List<Integer> inOrder = IntStream.range(0, writes.size())
                .boxed()
                .sorted(Comparator.comparing(index -> writes.get(index).key(), BY_KEY))
                .toList();
        for (int index : inOrder) {
            BatchWrite write = writes.get(index);
            if (write instanceof BatchWrite.Put put) {
                stored.set(index, database.put(session, put));
            }
            if (!holds(session, write, stored.get(index))) {
                return new BatchOutcome.Conflict(index);
            }
        }
        if (notify) {
            database.notifyInTransaction(session);
        }
        return new BatchOutcome.Applied(stored);
    }

    /** Returns whether a write was applied, after that of a record was tried. */
    private boolean holds(StoreSession session, BatchWrite write, Optional<StoredObject> put) throws SQLException {
        if (write instanceof BatchWrite.Delete delete) {
            return database.delete(session, delete);
        }
        return write instanceof BatchWrite.Require require ? database.holds(session, require) : put.isPresent();
    }

    /**
     * Rewrites the given records of a type unchanged, each only if it has its version, in one statement and, if all
     * match, one round trip. Listeners are not notified, because nothing has changed.
     *
     * @param versions the expected versions by id
     * @return the new versions of the records that matched, by id
     */
    public Map<String, Long> touchAll(String type, Map<String, Long> versions) {
        if (versions.isEmpty()) {
            return Map.of();
        }
        versions.keySet().forEach(id -> new ObjectKey(type, id));
        return sessions.write("renewing " + type, session -> database.touch(session, type, versions));
    }

    /** Returns the database's clock, in milliseconds since 1970. Without an SQLite file, that is this machine's clock. */
    public long clockMillis() {
        return sessions.read("reading the clock", BatonClock.system().wallMillis(), database::clock);
    }

    /**
     * Calls the listener soon after every {@link #applyAndNotify}, on its own thread, until the result is closed. It may
     * also be called when nothing has changed, and it is called after every interruption. On PostgreSQL this uses
     * LISTEN; on SQLite every change of the database's files counts; on MariaDB and MySQL a number of changes is read
     * once a second.
     */
    public AutoCloseable listen(Runnable listener) {
        return database.listen(listener);
    }

    /**
     * Same, and also soon after the session of another store ends or notifies, where the database can tell: on MariaDB and
     * MySQL. That is a hint to read again and nothing more: a session can end while its process runs.
     *
     * @param sessions the {@link #sessionName} of each store to watch
     */
    public AutoCloseable listen(Runnable listener, WatchedSessions sessions) {
        return database.listen(listener, sessions);
    }

    /** Returns the name of this store object among all that use the database. It is never used twice. */
    public String sessionName() {
        return sessionName;
    }

    /** Returns the settings of the server that weaken what this store promises, each with its cure. */
    public List<String> weaknesses() {
        return sessions.read("reading the settings", List.of(), database::weaknesses);
    }

    /** Closes all connections. */
    @Override
    public void close() {
        sessions.close();
        database.close();
    }
}
