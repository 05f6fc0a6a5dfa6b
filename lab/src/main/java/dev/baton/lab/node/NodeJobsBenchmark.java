package dev.baton.lab.node;

import dev.baton.lab.Benchmark;
import dev.baton.lab.BenchmarkReport;
import dev.baton.lab.SampleSet;
import java.io.IOException;
import java.sql.SQLException;
import java.util.concurrent.ExecutionException;

/**
 * Submissions, and lease and result cycles, per second over HTTP, with fifty waiting agents. They alternate with the same
 * SQL statements on a connection pool of the same size.
 */
public final class NodeJobsBenchmark extends Benchmark {
    private final int turn;

    public NodeJobsBenchmark() {
        this(200);
    }

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
    public void run(int count, BenchmarkReport report) throws IOException, InterruptedException {
        try (NodeSite site = NodeSite.open()) {
            measure("SQLite", site.sqlite(), count, report);
            measure("PostgreSQL", site.postgres("postgres"), count, report);
        }
    }

    private void measure(String database, String store, int count, BenchmarkReport report)
            throws IOException, InterruptedException {
        SampleSet submitted = new SampleSet();
        SampleSet submittedBare = new SampleSet();
        SampleSet done = new SampleSet();
        SampleSet doneBare = new SampleSet();
        try (HttpJobClients http = new HttpJobClients(store);
                BareJobStatements bare = new BareJobStatements(store)) {
            for (int i = -3; i < count; i++) {
                double a = http.submit(turn);
                double b = http.work(turn);
                double c = bare.submit(turn);
                double d = bare.work(turn);
                if (i >= 0) {
                    submitted.add(a);
                    done.add(b);
                    submittedBare.add(c);
                    doneBare.add(d);
                }
            }
        } catch (SQLException | ExecutionException failed) {
            throw new IOException(failed);
        }
        report.medians(
                "submissions on " + database + ", p50 of turns, against SQL by hand", submitted, submittedBare, "op/s");
        report.medians(
                "lease and result on " + database + ", p50 of turns, against SQL by hand", done, doneBare, "op/s");
    }
}
