package dev.baton.lab.postgres;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.Leadership;
import dev.baton.lab.Benchmark;
import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.ConcurrentClients;
import dev.baton.lab.SampleSet;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Guarded transactions per second, beside the same transaction with a plain read of the epoch's row, which guards
 * nothing, and beside one with neither. The three alternate in changing order.
 */
public final class PgGuardBenchmark extends Benchmark {
    private static final int MAX_WRITERS = 16;
    private static final long SLICE = TimeUnit.MILLISECONDS.toNanos(100);

    private final int warmUp;

    public PgGuardBenchmark() {
        this(20);
    }

    PgGuardBenchmark(int warmUp) {
        super(
                "pg-guard",
                "guarded transactions per second, beside the same with a plain read of the epoch",
                "rounds of a tenth of a second each",
                200);
        this.warmUp = warmUp;
    }

    @Override
    public void run(int count, BenchmarkReport report) throws IOException, InterruptedException {
        try (LabServer server = LabServer.start();
                HikariDataSource pool = uncountedPool(server);
                Baton baton = Baton.connect(server.url())) {
            Candidate candidate = baton.candidate("lab");
            candidate.start();
            Leadership leadership =
                    candidate.awaitLeadership(Duration.ofMinutes(1)).orElseThrow();
            GuardedTable table = new GuardedTable(pool, leadership);
            for (int writers : List.of(1, MAX_WRITERS)) {
                measure(count, writers, table, report);
            }
        } catch (SQLException | ExecutionException failed) {
            throw new IOException(failed);
        }
    }

    private void measure(int count, int writers, GuardedTable table, BenchmarkReport report)
            throws InterruptedException, ExecutionException {
        List<Callable<Integer>> kinds = List.of(table::insertGuarded, table::insertAfterPlainRead, table::insert);
        List<SampleSet> rates = List.of(new SampleSet(), new SampleSet(), new SampleSet());
        try (ConcurrentClients clients = new ConcurrentClients(writers)) {
            for (int round = -warmUp; round < count; round++) {
                for (int turn = 0; turn < kinds.size(); turn++) {
                    // Change the order, because each kind can affect the one after it.
                    int kind = Math.floorMod(round + turn * (round % 2 == 0 ? 1 : 2), kinds.size());
                    double rate = clients.runFor(SLICE, kinds.get(kind));
                    if (round >= 0) {
                        rates.get(kind).add(rate);
                    }
                }
            }
        }
        String what = "guarded transactions a second, " + writers + (writers == 1 ? " writer" : " writers");
        report.medians(what + ", against a plain read", rates.get(0), rates.get(1), "1/s");
        report.medians(what + ", against neither", rates.get(0), rates.get(2), "1/s");
    }

    private static HikariDataSource uncountedPool(LabServer server) throws IOException {
        server.disableStatementCount();
        return LabServer.pool(server.jdbcUrl(), MAX_WRITERS);
    }
}
