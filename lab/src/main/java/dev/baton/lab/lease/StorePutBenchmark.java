package dev.baton.lab.lease;

import dev.baton.lab.Benchmark;
import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.SampleSet;
import dev.baton.store.ObjectKey;
import dev.baton.store.ObjectStore;
import dev.baton.store.WriteCondition;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Compare-and-swap writes per second, beside the same SQL on a bare connection, in turns of fifty. */
public final class StorePutBenchmark extends Benchmark {
    private static final int TURN = 50;

    public StorePutBenchmark() {
        super("store-put", "put_if throughput, beside the same SQL by hand", "turns of " + TURN + " writes", 60);
    }

    @Override
    public void run(int count, BenchmarkReport report) throws Exception {
        LabDatabase.measureOnEach("WAL", database -> measure(database, count, report));
    }

    private static void measure(LabDatabase database, int count, BenchmarkReport report) throws SQLException {
        SampleSet ours = new SampleSet();
        SampleSet bare = new SampleSet();
        String next = database.isPostgres() ? "nextval('objects_version')" : "resource_version + 1";
        try (ObjectStore store = ObjectStore.open(database.storeUrl())) {
            ObjectKey key = new ObjectKey("lab", "ours");
            long version = put(store, key, "payload", WriteCondition.mustCreate());
            long bareVersion = put(store, new ObjectKey("lab", "bare"), "payload", WriteCondition.mustCreate());
            try (Connection connection = database.connect();
                    PreparedStatement update = connection.prepareStatement("UPDATE objects SET payload = ?,"
                            + " resource_version = " + next + ", updated_at_ms = " + database.now()
                            + " WHERE object_type = ? AND id = ? AND resource_version = ?"
                            + " RETURNING object_type, id, resource_version, payload, created_at_ms, updated_at_ms")) {
                for (int turn = -5; turn < count; turn++) {
                    long start = System.nanoTime();
                    for (int i = 0; i < TURN; i++) {
                        version = put(store, key, "payload " + i, WriteCondition.matchResourceVersion(version));
                    }
                    long middle = System.nanoTime();
                    for (int i = 0; i < TURN; i++) {
                        bareVersion = bareUpdate(update, "payload " + i, bareVersion);
                    }
                    if (turn >= 0) {
                        ours.add(TURN * 1e9 / (middle - start));
                        bare.add(TURN * 1e9 / (System.nanoTime() - middle));
                    }
                }
            }
        }
        report.medians("put_if on " + database.name() + ", p50 of turns, against SQL by hand", ours, bare, "op/s");
    }

    private static long put(ObjectStore store, ObjectKey key, String payload, WriteCondition condition) {
        return store.putIf(key, payload, condition).stored().orElseThrow().resourceVersion();
    }

    private static long bareUpdate(PreparedStatement update, String payload, long version) throws SQLException {
        update.setString(1, payload);
        update.setString(2, "lab");
        update.setString(3, "bare");
        update.setLong(4, version);
        long written = 0;
        try (ResultSet row = update.executeQuery()) {
            while (row.next()) {
                written = row.getLong(3);
            }
        }
        return written;
    }
}
