package dev.baton.lab.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.Leadership;
import dev.baton.lab.Benchmark;
import dev.baton.lab.BenchmarkFigure;
import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.SampleSet;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Guarded transactions per second, beside the same transaction with a plain read of the epoch's row, which
 * guards nothing, and beside one with neither. In turns, in changing order.
 */
public final class PgGuardBenchmark implements Benchmark {
    private static final int MOST_WRITERS = 16;

    private final int warmUp;

    public PgGuardBenchmark() {
        this(20);
    }

    PgGuardBenchmark(int warmUp) {
        this.warmUp = warmUp;
    }

    @Override
    public String name() {
        return "pg-guard";
    }

    @Override
    public String about() {
        return "guarded transactions per second, beside the same with a plain read of the epoch";
    }

    @Override
    public String counts() {
        return "rounds of a tenth of a second each";
    }

    @Override
    public int usualCount() {
        return 200;
    }

    @Override
    public void run(int count, BenchmarkReport report) throws IOException, InterruptedException {
        try (LabServer server = LabServer.start();
                HikariDataSource pool = uncounted(server);
                Baton baton = Baton.connect(server.url())) {
            Candidate candidate =
                    baton.election("lab").candidate(CandidateSettings.builder().build());
            candidate.start();
            Leadership leadership =
                    candidate.awaitLeadership(Duration.ofMinutes(1)).orElseThrow();
            GuardedTable ledger = new GuardedTable(pool, leadership);
            for (int writers : List.of(1, MOST_WRITERS)) {
                measure(count, writers, ledger, report);
            }
        } catch (SQLException failed) {
            throw new IOException(failed);
        }
    }

    private void measure(int count, int writers, GuardedTable ledger, BenchmarkReport report)
            throws InterruptedException, SQLException {
        List<GuardedTable.Entry> kinds =
                List.of(GuardedTable::guarded, GuardedTable::withPlainRead, GuardedTable::unguarded);
        List<List<Double>> rates = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (int round = -warmUp; round < count; round++) {
            for (int turn = 0; turn < kinds.size(); turn++) {
                // Nobody always comes after the same one: what a turn leaves behind would tell on the next.
                int kind = Math.floorMod(round + turn * (round % 2 == 0 ? 1 : 2), kinds.size());
                double rate = ledger.perSecond(writers, kinds.get(kind));
                if (round >= 0) {
                    rates.get(kind).add(rate);
                }
            }
        }
        SampleSet ours = SampleSet.of(rates.get(0));
        String what = "guarded transactions a second, " + writers + (writers == 1 ? " writer" : " writers");
        report.add(BenchmarkFigure.ofMedians(
                name(), what + ", against a plain read", ours, SampleSet.of(rates.get(1)), "1/s"));
        report.add(
                BenchmarkFigure.ofMedians(name(), what + ", against neither", ours, SampleSet.of(rates.get(2)), "1/s"));
    }

    private static HikariDataSource uncounted(LabServer server) throws IOException {
        server.countNothing();
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(server.jdbcUrl());
        config.setMaximumPoolSize(MOST_WRITERS);
        return new HikariDataSource(config);
    }
}
