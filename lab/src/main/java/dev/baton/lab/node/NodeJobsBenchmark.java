package dev.baton.lab.node;

import dev.baton.lab.Benchmark;
import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.Rounds;
import dev.baton.lab.SampleSet;
import dev.baton.lab.lease.LabDatabase;
import java.util.List;

/**
 * Submissions, and lease and result cycles, per second over HTTP, with fifty waiting agents. They alternate with the same
 * SQL statements on a connection pool of the same size.
 */
public final class NodeJobsBenchmark extends Benchmark {
    private final int turn;

    /** Alternates after the given number of jobs. */
    public NodeJobsBenchmark(int turn) {
        super(
                "node-jobs",
                "submissions and lease/result cycles over HTTP, beside the same SQL by hand",
                "turns of " + turn + " jobs",
                15);
        this.turn = turn;
    }

    @Override
    public void run(int count, BenchmarkReport report) throws Exception {
        LabDatabase.measureOnEach("WAL", database -> measure(database, count, report));
    }

    private void measure(LabDatabase database, int count, BenchmarkReport report) throws Exception {
        try (HttpJobClients http = new HttpJobClients(database.storeUrl());
                BareJobStatements bare = new BareJobStatements(database)) {
            List<SampleSet> rates = new Rounds(3, count)
                    .inOrder(List.of(
                            () -> http.submit(turn),
                            () -> http.work(turn),
                            () -> bare.submit(turn),
                            () -> bare.work(turn)));
            String where = " on " + database.name() + ", p50 of turns, against SQL by hand";
            report.medians("submissions" + where, rates.get(0), rates.get(2), "op/s");
            report.medians("lease and result" + where, rates.get(1), rates.get(3), "op/s");
        }
    }
}
