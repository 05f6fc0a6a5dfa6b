package dev.baton.lab.lease;

import dev.baton.BatonClock;
import dev.baton.lab.Benchmark;
import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.SampleSet;
import dev.baton.lease.LeaseBackend;
import dev.baton.lease.LeaseOptions;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.RenewOutcome;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The renewal of all leases of a process, beside one bare UPDATE of as many rows in the same table. */
public final class LeaseRenewBenchmark extends Benchmark {
    private static final List<Integer> SIZES = List.of(1, 100, 10_000);
    /** More rounds for the small sizes, which take a fraction of a millisecond, so that the JIT compiles both sides. */
    private static final int MANY = 20;

    public LeaseRenewBenchmark() {
        super(
                "lease-renew",
                "renewing 1, 100 and 10,000 leases, beside one bare UPDATE of as many rows",
                "renewals of the largest size; of the smaller ones " + MANY + " times as many",
                40);
    }

    @Override
    public void run(int count, BenchmarkReport report) throws IOException, InterruptedException {
        for (int size : SIZES) {
            int rounds = size < 10_000 ? count * MANY : count;
            LabDatabase.measureOnEach(database -> measure(database, size, rounds, report));
        }
    }

    private static void measure(LabDatabase database, int size, int count, BenchmarkReport report) throws SQLException {
        LeaseOptions options = LeaseOptions.of(Duration.ofMinutes(10));
        SampleSet ours = new SampleSet();
        SampleSet bare = new SampleSet();
        SampleSet transactions = new SampleSet();
        try (LeaseBackend backend = LeaseBackend.open(database.storeUrl(), options, BatonClock.system());
                Connection connection = database.connect()) {
            List<Claim> claims = acquire(backend, size);
            try (Statement statement = connection.createStatement()) {
                statement.execute("INSERT INTO objects SELECT 'bare', id, resource_version, payload, created_at_ms,"
                        + " updated_at_ms FROM objects WHERE object_type = 'reconciler_lease'");
            }
            try (PreparedStatement update = connection.prepareStatement(bareUpdate(database))) {
                Object ids = ids(database, connection, claims);
                Timed renewal = () -> backend.renew(claims).toCompletableFuture().join().values().stream()
                        .allMatch(RenewOutcome.Renewed.class::isInstance);
                Timed bareUpdate = () -> {
                    update.setObject(1, ids);
                    return update.executeUpdate() == size;
                };
                for (int round = -count / 2; round < count; round++) {
                    // Alternate the order, because SQLite's checkpoints delay the write that triggers them.
                    boolean first = (round & 1) == 0;
                    double one = micros(first ? renewal : bareUpdate);
                    double two = micros(first ? bareUpdate : renewal);
                    if (round >= 0) {
                        ours.add((first ? one : two) / size);
                        bare.add((first ? two : one) / size);
                        transactions.add(transactions(database, connection));
                    }
                }
            }
        }
        String what = size + (size == 1 ? " lease" : " leases") + " on " + database.name();
        report.medians(what + ", p50 per lease, against one bare UPDATE", ours, bare, "us");
        if (database.isPostgres()) {
            report.medians(what + ", transactions a tick", transactions, SampleSet.of(1), "tx");
        }
    }

    /** One side of the comparison. */
    private interface Timed {
        /** Returns whether all rows were written. */
        boolean run() throws SQLException;
    }

    private static double micros(Timed side) throws SQLException {
        long start = System.nanoTime();
        boolean all = side.run();
        long end = System.nanoTime();
        if (!all) {
            throw new IllegalStateException("not all rows were written");
        }
        return (end - start) / 1e3;
    }

    private static List<Claim> acquire(LeaseBackend backend, int size) {
        List<Claim> claims = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            Contender contender =
                    backend.contend(new ContenderSettings("shard:" + i, "lab", 0, "", new IgnoringSignals()));
            AcquireOutcome outcome = contender.acquire(0).toCompletableFuture().join();
            claims.add(((AcquireOutcome.Won) outcome).claim());
        }
        return claims;
    }

    private static String bareUpdate(LabDatabase database) {
        String set = "UPDATE objects SET resource_version = resource_version + 1, updated_at_ms = updated_at_ms + 1"
                + " WHERE object_type = 'bare' AND id ";
        return set + (database.isPostgres() ? "= ANY (?)" : "IN (SELECT value FROM json_each(?))");
    }

    private static Object ids(LabDatabase database, Connection connection, List<Claim> claims) throws SQLException {
        List<String> names = claims.stream().map(Claim::election).toList();
        return database.isPostgres()
                ? connection.createArrayOf("text", names.toArray())
                : "[\"" + String.join("\",\"", names) + "\"]";
    }

    /** Returns the number of transactions that wrote the current versions of the leases. */
    private static double transactions(LabDatabase database, Connection connection) throws SQLException {
        if (!database.isPostgres()) {
            return 1;
        }
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT count(DISTINCT xmin::text) FROM objects WHERE object_type = 'reconciler_lease'")) {
            row.next();
            return row.getDouble(1);
        }
    }
}
