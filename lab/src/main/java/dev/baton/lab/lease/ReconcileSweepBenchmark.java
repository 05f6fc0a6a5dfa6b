package dev.baton.lab.lease;

import dev.baton.lab.Benchmark;
import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.LabProcess;
import dev.baton.lab.SampleSet;
import dev.baton.reconcile.ResourceCodec;
import dev.baton.reconcile.Resources;
import dev.baton.store.ObjectStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;

/**
 * Sweeps of a reconciler over many records, in a process with at most 512 MB of heap, beside a bare scan of the table: the
 * first one of the process; later ones that read everything; one before which nothing has changed; and one that finds a
 * hundred changes. Also the heap that the reconciler keeps.
 */
public final class ReconcileSweepBenchmark extends Benchmark {
    private static final int TURNS = 7;
    private static final int CHANGES = 100;
    private static final double MEGABYTES = 1 << 20;
    private static final double HEAP_GOAL = 512;
    /** The reconciler has a process of its own, which fails if the goal of memory does not hold. */
    private static final List<String> FLAGS =
            Stream.concat(LabProcess.QUIET.stream(), Stream.of("-Xmx512m")).toList();

    private static final String SEED_COLUMNS =
            "INSERT INTO objects" + " (object_type, id, resource_version, payload, created_at_ms, updated_at_ms) ";
    private static final String PAYLOAD = "'{\"phase\":\"ready\",\"epoch\":0,\"spec\":\"image\",\"status\":\"up\"}'";

    public ReconcileSweepBenchmark() {
        super("reconcile-sweep", "sweeps, beside a bare scan of the table", "records", 200_000);
    }

    @Override
    public void run(int count, BenchmarkReport report) throws Exception {
        LabDatabase.measureOnEach("WAL", database -> measure(database, count, report));
    }

    private static void measure(LabDatabase database, int count, BenchmarkReport report) throws Exception {
        try (Connection connection = database.connect()) {
            try (ObjectStore store = ObjectStore.open(database.storeUrl())) {
                new Resources<String, String>(store, "lab", ResourceCodec.plain(), ResourceCodec.plain())
                        .create(ListedResources.id(0), "image");
            }
            seed(connection, database, count);
            double scan = scan(connection, "SELECT id, resource_version FROM objects WHERE object_type = 'lab'");
            double all =
                    scan(connection, "SELECT id, resource_version, payload FROM objects WHERE object_type = 'lab'");
            double writes = scan + writes(connection);
            String suffix = " of " + count + " on " + database.name();
            try (LabProcess process = LabProcess.start(
                    FLAGS, ReconcileSweepProcess.class, database.storeUrl(), Integer.toString(count))) {
                process.await("ready");
                double before = heap(process);
                report.values(
                        "first sweep of a process" + suffix + ", against a scan with payloads",
                        took(process, "first"),
                        all,
                        "ms");
                double used = heap(process) - before;
                measureSweeps(process, report, count, suffix, scan, writes);
                SampleSet everything = new SampleSet();
                for (int turn = 0; turn < TURNS; turn++) {
                    everything.add(took(process, "first"));
                }
                report.bounded(
                        "sweep of everything" + suffix + ", p50, against a scan with payloads",
                        everything.median(),
                        all,
                        "ms",
                        everything);
                report.values("heap kept, of at most 512 MB" + suffix, used, HEAP_GOAL, "MB");
            }
        }
    }

    private static void measureSweeps(
            LabProcess process, BenchmarkReport report, int count, String suffix, double scan, double writes)
            throws Exception {
        SampleSet unchanged = new SampleSet();
        SampleSet changed = new SampleSet();
        int changes = Math.min(CHANGES, count - 1);
        for (int turn = 0; turn < TURNS; turn++) {
            changed.add(took(process, "change " + changes + " turn " + turn));
            took(process, "sweep");
            unchanged.add(took(process, "sweep"));
        }
        report.bounded("sweep without a change" + suffix + ", p50", unchanged.median(), scan, "ms", unchanged);
        report.bounded(
                "sweep with " + CHANGES + " changes" + suffix + ", against a scan and as many commits",
                changed.median(),
                writes,
                "ms",
                changed);
    }

    private static double took(LabProcess process, String command) throws Exception {
        process.send(command);
        return Double.parseDouble(process.await("took").get(0));
    }

    private static double heap(LabProcess process) throws Exception {
        process.send("heap");
        return Double.parseDouble(process.await("heap").get(0)) / MEGABYTES;
    }

    private static void seed(Connection connection, LabDatabase database, int count) throws SQLException {
        String row = "'lab', 'resource-' || i, " + (database.isPostgres() ? "nextval('objects_version')" : "1") + ", "
                + PAYLOAD + ", 1, 1";
        String sql = database.isPostgres()
                ? SEED_COLUMNS + "SELECT " + row + " FROM generate_series(1, ?) AS i"
                : "WITH RECURSIVE numbers (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < ?) "
                        + SEED_COLUMNS + "SELECT " + row + " FROM numbers";
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            insert.setInt(1, Math.max(1, count - 1));
            insert.executeUpdate();
        }
    }

    /** Returns the median time in which a bare connection reads all rows, in milliseconds. */
    private static double scan(Connection connection, String sql) throws SQLException {
        SampleSet times = new SampleSet();
        for (int turn = 0; turn < TURNS; turn++) {
            long start = System.nanoTime();
            long length = 0;
            try (PreparedStatement select = connection.prepareStatement(sql);
                    ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    length += row.getString(1).length() + row.getLong(2);
                }
            }
            if (length > 0) {
                times.add((System.nanoTime() - start) / 1e6);
            }
        }
        return times.median();
    }

    /** Returns the time in which a bare connection writes as many records as change, each in its own commit. */
    private static double writes(Connection connection) throws SQLException {
        long start = System.nanoTime();
        try (PreparedStatement update = connection.prepareStatement(
                "UPDATE objects SET updated_at_ms = updated_at_ms + 1 WHERE object_type = 'lab' AND id = ?")) {
            for (int i = 1; i <= CHANGES; i++) {
                update.setString(1, ListedResources.id(i));
                update.executeUpdate();
            }
        }
        return (System.nanoTime() - start) / 1e6;
    }
}
