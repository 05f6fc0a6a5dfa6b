package dev.baton.lab.postgres;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.Leadership;
import dev.baton.lab.Benchmark;
import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.ConcurrentClients;
import dev.baton.lab.Rounds;
import dev.baton.lab.SampleSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Guarded transactions per second, beside the same transaction with a plain read of the epoch's row, which guards
 * nothing, and beside one with neither. The three alternate in changing order.
 */
public final class PgGuardBenchmark extends Benchmark {
    private static final int MAX_WRITERS = 16;
    private static final long SLICE = TimeUnit.MILLISECONDS.toNanos(100);

    private final int warmUp;

    /** Measures after the given number of rounds that do not count. */
    public PgGuardBenchmark(int warmUp) {
        super(
                "pg-guard",
                "guarded transactions per second, beside the same with a plain read of the epoch",
                "rounds of a tenth of a second each",
                200);
        this.warmUp = warmUp;
    }

    @Override
    public void run(int count, BenchmarkReport report) throws Exception {
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
        }
    }

    private void measure(int count, int writers, GuardedTable table, BenchmarkReport report) throws Exception {
        try (ConcurrentClients clients = new ConcurrentClients(writers)) {
            List<SampleSet> rates = new Rounds(warmUp, count)
                    .inChangingOrder(List.of(
                            () -> clients.runFor(SLICE, table::insertGuarded),
                            () -> clients.runFor(SLICE, table::insertAfterPlainRead),
                            () -> clients.runFor(SLICE, table::insert)));
            String what = "guarded transactions a second, " + writers + (writers == 1 ? " writer" : " writers");
            report.medians(what + ", against a plain read", rates.get(0), rates.get(1), "1/s");
            report.medians(what + ", against neither", rates.get(0), rates.get(2), "1/s");
        }
    }

    private static HikariDataSource uncountedPool(LabServer server) throws SQLException {
        server.disableStatementCount();
        return LabServer.pool(server.jdbcUrl(), MAX_WRITERS);
    }
}
