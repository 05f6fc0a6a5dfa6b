package dev.baton.store;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The statements on records that MariaDB and MySQL have in common. A write is a transaction of several statements, because
 * {@code UPDATE} returns no rows. The clock is UTC: local time runs twice through an hour in autumn.
 */
abstract class InnodbRecords implements DatabaseDialect {
    static final String NOW = "(TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) DIV 1000)";

    private static final String KEY = " WHERE object_type = ? AND id = ?";
    private static final String SELECT = "SELECT " + StoreStatements.COLUMNS + " FROM objects";
    private static final String READ = SELECT + KEY;
    private static final String LIST =
            SELECT + " WHERE object_type = ? AND id > ? AND id < ? ORDER BY object_type, id LIMIT ?";
    private static final String VERSIONS = "SELECT id, resource_version FROM objects"
            + " WHERE object_type = ? AND id > ? AND updated_at_ms >= ? ORDER BY object_type, id LIMIT ?";
    private static final String DELETE = "DELETE FROM objects" + KEY + " AND resource_version = ?";
    private static final String REQUIRE =
            "SELECT resource_version FROM objects" + KEY + " AND resource_version = ? FOR UPDATE";

    private final String version;

    /** @param version the SQL expression of a version that was never used before */
    InnodbRecords(String version) {
        this.version = version;
    }

    /** Provides a new version for the next statement, if its expression alone does not. */
    void allocate(StoreSession session) throws SQLException {}

    /** Writes a record whether or not it exists. */
    abstract boolean upsert(StoreSession session, ObjectKey key, String payload) throws SQLException;

    /** The number of records that matched, and their new version. */
    record Touched(int rows, long version) {}

    /** Rewrites the records of a condition, all with one new version. */
    abstract Touched touch(StoreSession session, String where, Object... parameters) throws SQLException;

    @Override
    public String now() {
        return NOW;
    }

    @Override
    public long clock(StoreSession session) throws SQLException {
        return session.row("SELECT " + NOW, row -> row.getLong(1)).orElseThrow();
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static StoredObject object(ResultSet row) throws SQLException {
        return new StoredObject(
                new ObjectKey(text(row.getBytes(1)), text(row.getBytes(2))),
                row.getLong(3),
                row.getString(4),
                row.getLong(5),
                row.getLong(6));
    }

    @Override
    public Optional<StoredObject> read(StoreSession session, ObjectKey key) throws SQLException {
        return session.row(READ, InnodbRecords::object, bytes(key.type()), bytes(key.id()));
    }

    @Override
    public List<StoredObject> list(StoreSession session, String type, String after, String before, int limit)
            throws SQLException {
        return session
                .rows(
                        LIST,
                        row -> StoreStatements.readable(row, InnodbRecords::object),
                        bytes(type),
                        bytes(after),
                        bytes(before),
                        limit)
                .stream()
                .flatMap(Optional::stream)
                .toList();
    }

    @Override
    public StorePage page(StoreSession session, String type, String after, String before, int limit)
            throws SQLException {
        StorePage.Builder page = new StorePage.Builder(limit);
        session.rows(
                LIST,
                row -> page.add(text(row.getBytes(2)), row, InnodbRecords::object),
                bytes(type),
                bytes(after),
                bytes(before),
                limit);
        return page.build();
    }

    @Override
    public Map<String, Long> versions(StoreSession session, String type, long sinceMillis, String after, int limit)
            throws SQLException {
        Map<String, Long> found = new LinkedHashMap<>();
        session.rows(
                VERSIONS,
                row -> found.put(text(row.getBytes(1)), row.getLong(2)),
                bytes(type),
                bytes(after),
                sinceMillis,
                limit);
        return found;
    }

    @Override
    public List<StoredObject> readAll(StoreSession session, String type, Collection<String> ids) throws SQLException {
        return ids.isEmpty()
                ? List.of()
                : session.rows(SELECT + " WHERE " + in(ids), InnodbRecords::object, in(type, ids));
    }

    /** Returns the condition of records of one type, for the parameters of the method below. */
    private static String in(Collection<String> ids) {
        return "object_type = ? AND id IN " + list(ids).sql();
    }

    private static InList list(Collection<String> ids) {
        return InList.of(
                "?", ids.stream().sorted().map(id -> List.<Object>of(bytes(id))).toList());
    }

    private static Object[] in(String type, Collection<String> ids) {
        List<Object> parameters = new ArrayList<>();
        parameters.add(bytes(type));
        parameters.addAll(list(ids).values());
        return parameters.toArray();
    }

    @Override
    public StoreSnapshot snapshot(StoreSession session, Collection<ObjectKey> keys) throws SQLException {
        Map<String, List<String>> byType = new LinkedHashMap<>();
        keys.forEach(key ->
                byType.computeIfAbsent(key.type(), type -> new ArrayList<>()).add(key.id()));
        if (byType.isEmpty()) {
            return new StoreSnapshot(0, Map.of());
        }
        List<String> conditions = new ArrayList<>();
        List<Object> parameters = new ArrayList<>();
        byType.forEach((type, ids) -> {
            conditions.add("(" + in(ids) + ")");
            parameters.addAll(Arrays.asList(in(type, ids)));
        });
        String sql = "SELECT " + StoreStatements.COLUMNS + ", " + NOW + " FROM objects WHERE "
                + String.join(" OR ", conditions);
        return StoreSnapshot.read(session, InnodbRecords::object, sql, parameters.toArray());
    }

    @Override
    public Optional<StoredObject> put(StoreSession session, BatchWrite.Put put) throws SQLException {
        StoreSession.Work<Boolean> write = put.condition().accept(new Conditions(this, put.key(), put.payload()));
        return session.atomically(
                same -> write.on(same) ? read(same, put.key()) : Optional.empty(), Optional::isPresent);
    }

    @Override
    public boolean delete(StoreSession session, BatchWrite.Delete delete) throws SQLException {
        ObjectKey key = delete.key();
        return session.update(DELETE, bytes(key.type()), bytes(key.id()), delete.expectedVersion()) > 0;
    }

    @Override
    public boolean holds(StoreSession session, BatchWrite.Require require) throws SQLException {
        ObjectKey key = require.key();
        return session.row(REQUIRE, row -> true, bytes(key.type()), bytes(key.id()), require.expectedVersion())
                .isPresent();
    }

    /** Creates a record; returns whether it did not exist. */
    boolean insert(StoreSession session, ObjectKey key, String payload) throws SQLException {
        allocate(session);
        try {
            return session.update(insertSql(), bytes(key.type()), bytes(key.id()), payload) > 0;
        } catch (SQLException failed) {
            if (InnodbErrors.isDuplicate(failed)) {
                return false;
            }
            throw failed;
        }
    }

    String insertSql() {
        return "INSERT INTO objects (" + StoreStatements.COLUMNS + ") VALUES (?, ?, " + version + ", ?, " + NOW + ", "
                + NOW + ")";
    }

    /** Writes the record if the further condition holds. */
    boolean update(StoreSession session, ObjectKey key, String payload, String condition, Object... parameters)
            throws SQLException {
        allocate(session);
        List<Object> all = new ArrayList<>(List.of(payload, bytes(key.type()), bytes(key.id())));
        all.addAll(Arrays.asList(parameters));
        String sql = "UPDATE objects SET payload = ?, resource_version = " + version + ", updated_at_ms = " + NOW + KEY
                + condition;
        return session.update(sql, all.toArray()) > 0;
    }

    /** The write of a record under each condition; returns whether the condition held. */
    private record Conditions(InnodbRecords database, ObjectKey key, String payload)
            implements WriteCondition.Visitor<StoreSession.Work<Boolean>> {
        @Override
        public StoreSession.Work<Boolean> mustCreate() {
            return session -> database.insert(session, key, payload);
        }

        @Override
        public StoreSession.Work<Boolean> matchResourceVersion(long expected) {
            return session -> database.update(session, key, payload, " AND resource_version = ?", expected);
        }

        @Override
        public StoreSession.Work<Boolean> matchUnchangedFor(long expected, Duration age) {
            String old =
                    " AND resource_version = ? AND (updated_at_ms + ? <= " + NOW + " OR updated_at_ms > " + NOW + ")";
            return session -> database.update(session, key, payload, old, expected, age.toMillis());
        }

        @Override
        public StoreSession.Work<Boolean> unconditional() {
            return session -> database.upsert(session, key, payload);
        }
    }

    @Override
    public Map<String, Long> touch(StoreSession session, String type, Map<String, Long> versions) throws SQLException {
        List<Object> parameters = new ArrayList<>(Arrays.asList(in(type, versions.keySet())));
        String condition;
        if (versions.values().stream().distinct().count() == 1) {
            condition = " AND resource_version = ?";
            parameters.add(versions.values().iterator().next());
        } else {
            InList pairs = InList.of(
                    "(?, ?)",
                    versions.entrySet().stream()
                            .map(one -> List.<Object>of(bytes(one.getKey()), one.getValue()))
                            .toList());
            condition = " AND (id, resource_version) IN " + pairs.sql();
            parameters.addAll(pairs.values());
        }
        Touched all = touch(session, in(versions.keySet()) + condition, parameters.toArray());
        Map<String, Long> touched = new HashMap<>();
        if (all.rows() == versions.size()) {
            versions.keySet().forEach(id -> touched.put(id, all.version()));
        } else if (all.rows() > 0) {
            readAll(session, type, versions.keySet()).stream()
                    .filter(record -> record.resourceVersion() == all.version())
                    .forEach(record -> touched.put(record.key().id(), all.version()));
        }
        return touched;
    }
}
