package dev.baton.lab.lease;

import dev.baton.BatonClock;
import dev.baton.lab.Benchmark;
import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.Rounds;
import dev.baton.lab.SampleSet;
import dev.baton.lease.LeaseBackend;
import dev.baton.lease.LeaseOptions;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Claim;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.RenewOutcome;
import dev.baton.support.sql.SqlQuery;
import dev.baton.testkit.IgnoredSignals;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;

/** The renewal of all leases of a process, beside one bare UPDATE of as many rows in the same table. */
public final class LeaseRenewBenchmark extends Benchmark {
    static final List<Integer> SIZES = List.of(1, 100, 10_000);
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
    public void run(int count, BenchmarkReport report) throws Exception {
        for (int size : SIZES) {
            LabDatabase.measureOnEach("TRUNCATE", database -> measure(database, size, rounds(size, count), report));
        }
    }

    static int rounds(int size, int count) {
        return size < 10_000 ? count * MANY : count;
    }

    static void measure(LabDatabase database, int size, int count, BenchmarkReport report) throws Exception {
        LeaseOptions options = LeaseOptions.of(Duration.ofMinutes(10));
        try (LeaseBackend backend = LeaseBackend.open(database.storeUrl(), options, BatonClock.system());
                Connection connection = database.connect()) {
            List<Claim> claims = acquire(backend, size);
            String copy = "INSERT INTO objects SELECT 'bare', id, resource_version, payload, created_at_ms,"
                    + " updated_at_ms FROM objects WHERE object_type = 'reconciler_lease'";
            SqlQuery.of(connection, copy).update();
            List<SampleSet> measured;
            try (PreparedStatement update = bareUpdate(database, connection, claims)) {
                // Change the order, because SQLite's checkpoints delay the write that triggers them.
                measured = new Rounds(count / 2, count)
                        .inChangingOrder(List.of(
                                () -> microsPerRow(size, () -> renewed(backend, claims)),
                                () -> microsPerRow(size, update::executeUpdate),
                                () -> transactions(database, connection)));
            }
            String what = size + (size == 1 ? " lease" : " leases") + " on " + database.name();
            report.medians(what + ", p50 per lease, against one bare UPDATE", measured.get(0), measured.get(1), "us");
            if (database.isPostgres()) {
                report.medians(what + ", transactions a tick", measured.get(2), SampleSet.of(1), "tx");
            }
        }
    }

    private static double microsPerRow(int size, Callable<Integer> write) throws Exception {
        long start = System.nanoTime();
        int written = write.call();
        long end = System.nanoTime();
        if (written != size) {
            throw new IllegalStateException("only " + written + " of " + size + " rows were written");
        }
        return (end - start) / 1e3 / size;
    }

    private static int renewed(LeaseBackend backend, List<Claim> claims) {
        return (int) backend.renew(claims).toCompletableFuture().join().values().stream()
                .filter(RenewOutcome.Renewed.class::isInstance)
                .count();
    }

    private static List<Claim> acquire(LeaseBackend backend, int size) {
        List<Claim> claims = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            Contender contender =
                    backend.contend(new ContenderSettings("shard:" + i, "lab", 0, "", new IgnoredSignals()));
            AcquireOutcome outcome = contender.acquire(0).toCompletableFuture().join();
            claims.add(((AcquireOutcome.Won) outcome).claim());
        }
        return claims;
    }

    private static PreparedStatement bareUpdate(LabDatabase database, Connection connection, List<Claim> claims)
            throws SQLException {
        List<String> names = claims.stream().map(Claim::election).toList();
        String set = "UPDATE objects SET resource_version = resource_version + 1, updated_at_ms = updated_at_ms + 1"
                + " WHERE object_type = 'bare' AND id ";
        if (database.isMariadb()) {
            String places = String.join(", ", Collections.nCopies(names.size(), "?"));
            PreparedStatement update = connection.prepareStatement(set + "IN (" + places + ")");
            for (int i = 0; i < names.size(); i++) {
                update.setBytes(i + 1, names.get(i).getBytes(StandardCharsets.UTF_8));
            }
            return update;
        }
        PreparedStatement update = connection.prepareStatement(
                set + (database.isPostgres() ? "= ANY (?)" : "IN (SELECT value FROM json_each(?))"));
        update.setObject(
                1,
                database.isPostgres()
                        ? connection.createArrayOf("text", names.toArray())
                        : "[\"" + String.join("\",\"", names) + "\"]");
        return update;
    }

    /** Returns the number of transactions that wrote the current versions of the leases. */
    private static double transactions(LabDatabase database, Connection connection) throws SQLException {
        if (!database.isPostgres()) {
            return 1;
        }
        return SqlQuery.of(
                        connection,
                        "SELECT count(DISTINCT xmin::text) FROM objects WHERE object_type = 'reconciler_lease'")
                .first(row -> row.getDouble(1))
                .orElseThrow();
    }
}
